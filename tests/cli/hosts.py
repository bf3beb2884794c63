#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A study on two hosts: network namespaces with names of their own, joined by one cable. Open MPI
starts its daemon on the other one and speaks TCP, as between two machines. Prints what was
measured. As root. Usage: tests/cli/hosts.py [BUILD]

  the result is the same bytes as on threads
  when the cable is cut for good, the study goes on where mpirun allows it, and can be resumed
"""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
ORDER = ["study", "bautzen", "--scenario", "intro", "--seats", "greedy,greedy", "--seed", "2",
         "--games", "400", "--json"]
NAMES = [f"gg{os.getpid() % 10000}{c}" for c in "ab"]
ADDRESS = ["10.194.5.1", "10.194.5.2"]
# Stands for ssh: "AGENT HOST COMMAND..." runs the command on the other host.
AGENT = """#!/bin/sh
[ "$1" = {address} ] || exit 1
shift
exec ip netns exec {name} unshare --uts sh -c 'hostname {name}; exec sh -c "$0"' "$*"
"""


def do(*words, **more):
    return subprocess.run([str(w) for w in words], check=True, **more)


def hosts():
    for name in NAMES:
        do("ip", "netns", "add", name)
        do("ip", "-n", name, "link", "set", "lo", "up")
    do("ip", "link", "add", f"{NAMES[0]}0", "netns", NAMES[0], "type", "veth", "peer", "name",
       f"{NAMES[1]}0", "netns", NAMES[1])
    for name, address in zip(NAMES, ADDRESS):
        do("ip", "-n", name, "address", "add", f"{address}/24", "dev", f"{name}0")
        do("ip", "-n", name, "link", "set", f"{name}0", "up")


def mpirun(agent, *more):
    return ["ip", "netns", "exec", NAMES[0], "mpirun", "--allow-run-as-root", "--oversubscribe",
            "--mca", "plm_rsh_agent", str(agent), "--mca", "btl", "self,tcp", "--mca",
            "btl_tcp_if_include", "10.194.5.0/24", "--mca", "oob_tcp_if_include", "10.194.5.0/24",
            "--host", f"{ADDRESS[0]}:1,{ADDRESS[1]}:1", *more, "-n", "2"]


def result(text):
    return text[:text.index('"run":')]


def main():
    program = (ROOT / (sys.argv[1] if len(sys.argv) > 1 else "build") / "grognard").resolve()
    alone = do(program, *ORDER, capture_output=True, text=True).stdout
    failed = 0
    with tempfile.TemporaryDirectory(prefix="grognard-hosts-") as folder:
        agent = Path(folder) / "agent"
        agent.write_text(AGENT.format(address=ADDRESS[1], name=NAMES[1]), encoding="utf-8")
        agent.chmod(0o755)
        try:
            hosts()
            told = do(*mpirun(agent), "hostname", capture_output=True, text=True).stdout.split()
            print("hosts:", len(set(told)), "names")
            failed += len(set(told)) != 2
            both = do(*mpirun(agent), program, *ORDER, capture_output=True, text=True).stdout
            same = result(both) == result(alone)
            failed += not same
            run = json.loads(both)["run"]
            print("two hosts:", "the bytes of threads" if same else "OTHER BYTES", json.dumps(run))
            failed += not cut(program, agent, Path(folder) / "kept", result(alone))
        finally:
            for name in NAMES:
                subprocess.run(["ip", "netns", "del", name], check=False)
    print(f"{3 - failed} passed, {failed} failed")
    return 1 if failed else 0


def whole_in(path):
    """The result that a run has printed, once it is whole."""
    try:
        return result(json.dumps(json.loads(path.read_text(encoding="utf-8")),
                                 separators=(",", ":")))
    except ValueError:
        return None


def cut(program, agent, file, whole):
    """The cable is pulled while both play, and stays out."""
    words = [*ORDER, "--checkpoint", str(file)]
    told, said = file.with_suffix(".out"), file.with_suffix(".err")
    with told.open("wb") as out, said.open("wb") as err:
        child = subprocess.Popen([*mpirun(agent, "--enable-recovery"), str(program), *words],
                                 stdout=out, stderr=err, stdin=subprocess.DEVNULL)
    while not file.exists() or file.stat().st_size < 2000:
        if child.poll() is not None:
            break
        time.sleep(0.01)
    do("ip", "-n", NAMES[1], "link", "set", f"{NAMES[1]}0", "down")
    for _ in range(900):
        if child.poll() is not None or whole_in(told):
            break
        time.sleep(0.1)
    for line in said.read_text(encoding="utf-8").splitlines():
        if line.startswith("grognard: "):
            print("cable cut:", line)
    print("cable cut:", "the whole result" if whole_in(told) == whole else "no result")
    time.sleep(1)
    print("cable cut: mpirun", "waits for the lost daemon" if child.poll() is None else
          f"ended with {child.returncode}")
    for name in NAMES:
        for pid in do("ip", "netns", "pids", name, capture_output=True).stdout.split():
            os.kill(int(pid), signal.SIGKILL)
    child.wait()
    after = do(program, *words, capture_output=True, text=True).stdout
    resumed = json.loads(after)["run"]["resumed"]
    print("the same command on one host:", "the bytes of threads" if result(after) == whole
          else "OTHER BYTES", f"{resumed} games resumed", sep=", ")
    return result(after) == whole and resumed > 0


if __name__ == "__main__":
    sys.exit(main())
