"""W1 and W3 for SimPy, in the style of its documentation: a process for each customer, resources, conditions."""

import random
import sys
import time

# This file is called as the package is.
sys.path.pop(0)
import simpy


def single_server(env, customers, latencies):
    server = simpy.Resource(env, 1)

    def customer():
        began = env.now
        with server.request() as turn:
            yield turn
            yield env.timeout(random.expovariate(1 / 1e-3))
        latencies.append(env.now - began)

    for _ in range(customers):
        yield env.timeout(random.expovariate(900))
        env.process(customer())


def microservice(env, requests, latencies):
    feed, counter = simpy.Resource(env, 200), simpy.Resource(env, 64)

    def count():
        with counter.request() as turn:
            yield turn
            yield env.timeout(random.expovariate(1 / 5e-3))

    def page():
        began = env.now
        with feed.request() as turn:
            yield turn
            yield env.timeout(10e-3)
            yield env.process(count()) | env.timeout(100e-3)
        latencies.append(env.now - began)

    for _ in range(requests):
        yield env.timeout(random.expovariate(2000))
        env.process(page())


requests = int(sys.argv[1])
for name, model in (("W1", single_server), ("W3", microservice)):
    random.seed(1)
    env, latencies = simpy.Environment(), []
    start = time.perf_counter()
    env.process(model(env, requests, latencies))
    env.run()
    took = time.perf_counter() - start
    print(name, took / len(latencies) * 1e9, sum(latencies) / len(latencies) * 1e3)
