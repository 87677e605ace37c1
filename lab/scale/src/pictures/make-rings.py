"""Says on which disk the data of each kind of server lie: all of them on the only one.

What swift-ring-builder does in nine runs. Arguments: the folder, and for each kind its name and port, such as object:6200.
"""

import sys

from swift.common.ring import RingBuilder

folder, *servers = sys.argv[1:]
for server in servers:
    kind, port = server.split(":")
    ring = RingBuilder(2, 1, 0)
    ring.add_dev({"id": 0, "region": 1, "zone": 1, "ip": "127.0.0.1", "port": int(port), "device": "disk", "weight": 1})
    ring.rebalance()
    ring.get_ring().save(f"{folder}/{kind}.ring.gz")
