-- Prints a run's summary as JSON; latencies in microseconds.
done = function(summary, latency, requests)
    io.write(string.format(
        '{"requests": %d, "microseconds": %d, "p50": %d, "p99": %d, "errors": %d}\n',
        summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
        summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.status
            + summary.errors.timeout))
end
