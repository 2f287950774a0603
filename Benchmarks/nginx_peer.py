"""widgetd against nginx, which serves the same bytes as a file: what benchmarks of answers share.

Both run on this machine with as many workers as it has processors, and see the same load from wrk, in turns, so that
what else the machine does hits both. What counts is the median over the rounds of each round's ratio.
"""

from harness import *

NGINX = """
worker_processes {workers};
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 4096; multi_accept on; use epoll; }}
http {{
    access_log off;
    server_tokens off;
    sendfile on;
    tcp_nopush on;
    keepalive_timeout 60;
    keepalive_requests 1000000000;
    open_file_cache max=100 inactive=600s;
    open_file_cache_valid 600s;
    gzip_static on;
    gzip_vary on;
    default_type {media_type};
    {temporary}
    server {{
        listen 127.0.0.1:{port} reuseport;
        root {folder}/root;
        location / {{
            {headers}
        }}
    }}
}}
"""


class Nginx:
    """nginx with an answer as a file, compressed beforehand if it is to be; `headers` are those of the answer that it is
    to send too."""

    def __init__(self, folder, path, identity, gzip, headers, same):
        self.port = free_port()
        file = pathlib.Path(f"{folder}/root{path}")
        file.parent.mkdir(parents=True)
        file.write_bytes(identity)
        if gzip is not None:
            pathlib.Path(f"{file}.gz").write_bytes(gzip)
        kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        configuration = NGINX.format(
            workers=os.cpu_count(), folder=folder, port=self.port,
            media_type=headers["Content-Type"],
            headers=" ".join(f'add_header {name} "{headers[name]}";' for name in same),
            temporary=" ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds),
        )
        pathlib.Path(f"{folder}/nginx.conf").write_text(configuration)
        # Its workers need not be another user here, whose way into the folder would be barred.
        user = ["-g", "daemon off; user root;"] if os.geteuid() == 0 else ["-g", "daemon off;"]
        self.process = subprocess.Popen(
            [needed("nginx"), "-p", folder, "-c", f"{folder}/nginx.conf", "-e", f"{folder}/error.log", *user]
        )
        end = time.monotonic() + 5
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                if time.monotonic() > end:
                    sys.exit("nginx did not start: " + pathlib.Path(f"{folder}/error.log").read_text())
                time.sleep(0.01)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def fetch(port, path, **headers):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    response = connection.getresponse()
    return response.status, dict(response.getheaders()), response.read()


def load(port, path, seconds, connections, tag=None):
    headers = ["-H", "Accept-Encoding: gzip, deflate, br"] + (["-H", f"If-None-Match: {tag}"] if tag else [])
    script = str(ROOT / "Benchmarks" / "wrk-summary.lua")
    run = subprocess.run(
        [needed("wrk"), "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", "-s", script, *headers,
         f"http://127.0.0.1:{port}{path}"],
        check=True, capture_output=True, text=True,
    )
    result = json.loads(run.stdout.strip().splitlines()[-1])
    if result["errors"]:
        sys.exit(f"wrk met {result['errors']} errors on port {port}")
    return {"requests": result["requests"], "rate": result["requests"] * 1e6 / result["microseconds"], "p50": result["p50"], "p99": result["p99"]}


def processor_seconds(process):
    """What a process and its children have used so far; unlike rates, hardly touched by what else runs."""
    ticks = 0
    children = pathlib.Path(f"/proc/{process}/task/{process}/children").read_text().split()
    for number in [process, *children]:
        fields = pathlib.Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def measure(servers, path, options):
    results = {status: {name: [] for name in servers} for status in ("200", "304")}
    for round in range(-1, options.rounds):
        for status in results:
            for name in sorted(servers, reverse=round % 2 == 0):
                port, tag, process = servers[name]
                before = processor_seconds(process)
                run = load(port, path, 1 if round < 0 else options.seconds, options.connections,
                           tag if status == "304" else None)
                run["cost"] = (processor_seconds(process) - before) * 1e6 / run["requests"]
                # The first round only warms up.
                if round >= 0:
                    results[status][name].append(run)
    return results


def report(results, options, title, goals, name):
    """`goals`: by status, the least that widgetd's rate is to be of nginx's."""
    summary = {}
    rows = []
    for status, runs in results.items():
        pairs = list(zip(runs["widgetd"], runs["nginx"]))
        rate = statistics.median(mine["rate"] / theirs["rate"] for mine, theirs in pairs)
        p99 = statistics.median(mine["p99"] / theirs["p99"] for mine, theirs in pairs)
        goal = goals[status]
        summary[status] = {
            "rateRatio": round(rate, 3), "rateGoal": goal, "p99Ratio": round(p99, 3), "p99Goal": 1.5,
            **{server: {key: round(statistics.median(run[key] for run in runs[server]), 1)
                        for key in ("rate", "p50", "p99", "cost")}
               for server in runs},
        }
        for server in runs:
            best = summary[status][server]
            rows.append([f"{status} {server}", round(best["rate"]), best["p50"], best["p99"], best["cost"], "", ""])
        rows.append([f"{status} ratio", "", "", "", "", verdict(f"{rate:.2f}", f">= {goal}", rate >= goal),
                     verdict(f"{p99:.2f}", "<= 1.5", p99 <= 1.5)])
    if options.json:
        print(json.dumps({name: summary}))
    else:
        table(f"{title}, {options.connections} connections, medians of {options.rounds} rounds",
              ["", "requests/s", "p50 us", "p99 us", "CPU us each", "rate ratio", "p99 ratio"], rows)
