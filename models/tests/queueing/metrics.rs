//! What the rows state, taken from what a run showed.

use super::rows::Row;
use super::watch::Watch;

/// The value of a row's metric in one replication. Times are in seconds.
pub(crate) fn value(row: &Row, seen: &mut Watch) -> f64 {
    if let Some((name, percent)) = row.metric.rsplit_once('p')
        && let Ok(percent) = percent.parse::<f64>()
    {
        let times = if name == "wait_" { &mut seen.waits } else { &mut seen.sojourns };
        return quantile(times, percent / 100.0);
    }
    match row.metric {
        "mean_sojourn_given_size" => {
            let size = row.get("job_size_s");
            let stays = seen.stays.iter().filter(|(work, _)| *work == size);
            mean(&stays.map(|(_, stay)| *stay).collect::<Vec<_>>())
        }
        "mean_sojourn"
        | "mean_sojourn_accepted"
        | "mean_response"
        | "mean_total_sojourn"
        | "mean_latency"
        | "mean" => mean(&seen.sojourns),
        "mean_wait" => mean(&seen.waits),
        "wait_second_moment" => {
            mean(&seen.waits.iter().map(|wait| wait * wait).collect::<Vec<_>>())
        }
        "P(wait=0)" => share(&seen.waits, |wait| wait == 0.0),
        "P(wait>0)" | "P(wait>0|accepted)" => share(&seen.waits, |wait| wait > 0.0),
        "P(wait>0.01)" => share(&seen.waits, |wait| wait > 0.01),
        "P(wait>0.05)" => share(&seen.waits, |wait| wait > 0.05),
        "P(wait<=2xS)" => share(&seen.waits, |wait| wait <= 0.02),
        "P(sojourn>0.1)" => share(&seen.sojourns, |sojourn| sojourn > 0.1),
        "P(request slow)" | "P(latency>=slow)" => share(&seen.sojourns, |sojourn| sojourn >= 1.0),
        "P(reject)" | "P(timeout)" | "residual_failure" => 1.0 - seen.answered(),
        "success_prob" => seen.answered(),
        "mean_in_system" => seen.mean_in_system(),
        "mean_busy_permits" | "utilisation" => seen.mean_busy(),
        "throughput" => seen.answers as f64 / seen.seconds(),
        "goodput_deadline_0.1s" => {
            let good = seen.sojourns.iter().filter(|sojourn| **sojourn <= 0.1);
            good.count() as f64 / seen.seconds()
        }
        "attempts_per_call" => seen.attempts as f64 / seen.requests as f64,
        "extra_requests_fraction" => seen.attempts as f64 / seen.requests as f64 - 1.0,
        other => panic!("nobody measures {other}"),
    }
}

fn mean(times: &[f64]) -> f64 {
    times.iter().sum::<f64>() / times.len() as f64
}

fn share(times: &[f64], counts: impl Fn(f64) -> bool) -> f64 {
    times.iter().filter(|time| counts(**time)).count() as f64 / times.len() as f64
}

/// The smallest time that at least `part` of all times do not exceed.
fn quantile(times: &mut [f64], part: f64) -> f64 {
    let rank = (part * times.len() as f64).ceil() as usize;
    *times.select_nth_unstable_by(rank.max(1) - 1, f64::total_cmp).1
}
