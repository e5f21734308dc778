"""W3 as far as AsyncFlow can say it: an event loop takes 0.1 ms of each request, which then waits for 15 ms in all.

It knows neither pools of threads nor timeouts on calls, and its load comes from users by the minute. Its edges must take
time, so they take next to none. There is no W1: its servers work in constant times.
"""

import sys
import tempfile
import time

sys.path.pop(0)  # this file is called as the package is
import simpy
from asyncflow.runtime.simulation_runner import SimulationRunner

PER_SECOND = 2000
SCENARIO = """
rqs_input:
  id: generator-1
  avg_active_users: {{ mean: 1000, distribution: poisson }}
  avg_request_per_minute_per_user: {{ mean: 120, distribution: poisson }}
  user_sampling_window: 60
topology_graph:
  nodes:
    client: {{ id: client-1 }}
    servers:
      - id: feed
        server_resources: {{ cpu_cores: 2, ram_mb: 2048 }}
        endpoints:
          - endpoint_name: /home
            steps:
              - kind: initial_parsing
                step_operation: {{ cpu_time: 0.0001 }}
              - kind: io_db
                step_operation: {{ io_waiting_time: 0.010 }}
              - kind: io_db
                step_operation: {{ io_waiting_time: 0.005 }}
  edges:
    - {{ id: gen-client, source: generator-1, target: client-1, latency: {{ mean: 0.000001, distribution: exponential }} }}
    - {{ id: client-feed, source: client-1, target: feed, latency: {{ mean: 0.000001, distribution: exponential }} }}
    - {{ id: feed-client, source: feed, target: client-1, latency: {{ mean: 0.000001, distribution: exponential }} }}
sim_settings:
  total_simulation_time: {seconds}
  sample_period_s: 0.1
  enabled_sample_metrics: [ready_queue_len, event_loop_io_sleep, ram_in_use, edge_concurrent_connection]
  enabled_event_metrics: [rqs_clock]
"""

seconds = max(5, int(sys.argv[1]) // PER_SECOND)
with tempfile.NamedTemporaryFile("w", suffix=".yml") as scenario:
    scenario.write(SCENARIO.format(seconds=seconds))
    scenario.flush()
    start = time.perf_counter()
    results = SimulationRunner.from_yaml(env=simpy.Environment(), yaml_path=scenario.name).run()
    took = time.perf_counter() - start
latencies = results.get_latency_stats()
requests, mean = latencies["total_requests"], latencies["mean"]
print("W3", took / requests * 1e9, mean * 1e3)
