//! scratch
use std::sync::Arc; use std::collections::BTreeMap;
use brownout_core::dist; use brownout_core::time::*; use brownout_core::units::*;
use brownout_models::{plan::Plan, run::Run, moment::*};
use brownout_models::spec::{*, run::Run as RunSpec, service::*, step::*, client::*, arrivals::*};
#[derive(Default)] struct P{n:u64,sum:f64,m:u64}
impl Probe for P { fn see(&mut self,_:SimTime,m:&Moment){ self.m+=1; if let Moment::Answered{latency,..}=m {self.n+=1; self.sum+=latency.as_secs_f64();} } }
fn op(steps: Vec<Step>)->Operation{Operation{steps,interruptible:false}}
fn work(d: dist::Spec)->Step{Step::Work(Work{time:d,sticky:false})}
fn svc(w: Workers, ops: Vec<(&str,Operation)>)->Service{ Service{replicas:1,shards:1,zones:vec!["a".into()],workers:w,in_flight:None,cores:None,queue:Queue::default(),admission:vec![],scale:Default::default(),operations:ops.into_iter().map(|(n,o)|(n.into(),o)).collect(),calls:BTreeMap::new()} }
fn client(rate:f64,ask:&str)->Client{ Client{arrivals:Arrivals::Poisson(Rate::per_second(rate).unwrap()),asks:BTreeMap::from([(ask.into(),1.0)]),slo:None,policies:Default::default(),per_target:vec![],balance:Default::default(),process:Default::default(),cancels:false,hop:None,class:"default".into(),tenant:None,zone:None} }
fn exp(ms:f64)->dist::Spec{ dist::Spec::Exponential(serde_json::from_str(&format!("{{\"mean\":\"{ms}ms\"}}")).unwrap()) }
fn main(){
  let which=std::env::args().nth(1).unwrap(); let n: f64=std::env::args().nth(2).map_or(1e6,|s|s.parse().unwrap());
  let mut sys=System::default();
  let rate; 
  match which.as_str(){
   "w1"=>{ rate=90.0; sys.services.insert("s".into(),svc(Workers::Threads(1),vec![("o",op(vec![work(exp(10.0))]))])); sys.clients.insert("c".into(),client(rate,"s.o")); }
   "w2"=>{ rate=18000.0; sys.services.insert("s".into(),svc(Workers::Threads(200),vec![("o",op(vec![work(exp(10.0))]))])); sys.clients.insert("c".into(),client(rate,"s.o")); }
   _=>{ rate=2000.0; 
     let mut f=svc(Workers::Threads(200),vec![("o",op(vec![work(dist::Spec::Constant(Span::from_millis(10))),Step::Call("k".into())]))]);
     f.calls.insert("k".into(), brownout_models::spec::edge::Edge{to:"k.o".into(),policies:brownout_models::spec::edge::Policies::List(vec![brownout_models::policy::call::roster::CallPolicySpec::Timeout(brownout_models::policy::call::timeout::Spec{after:Span::from_millis(100)})]),per_target:vec![],balance:Default::default(),scope:Default::default(),cancels:false,hop:None});
     sys.services.insert("f".into(),f); sys.services.insert("k".into(),svc(Workers::Threads(64),vec![("o",op(vec![work(exp(5.0))]))])); sys.clients.insert("c".into(),client(rate,"f.o")); }
  }
  sys.run=RunSpec{length:Span::from_secs_f64(n/rate),..Default::default()};
  let (plan,_)=Plan::new(&sys).map_err(|e|{for p in &e {eprintln!("{p}")}; "bad"}).unwrap();
  let t=std::time::Instant::now();
  let mut r=Run::new(Arc::new(plan),0,P::default()); r.finish().unwrap();
  let e=t.elapsed();
  let p=r.probe(); println!("{which}: n {} mean {:.6} s; events {} moments {}; {:.1} ns/request, {:.1} ns/event; left {:?}",p.n,p.sum/p.n as f64,r.events(),p.m,e.as_nanos() as f64/p.n as f64,e.as_nanos() as f64/r.events() as f64,r.world().leftovers());
}
