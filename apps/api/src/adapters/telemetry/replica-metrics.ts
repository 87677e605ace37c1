import { Counter, Gauge, type Registry } from 'prom-client'
import type { RunningReaders } from '../replicas/replica-readers.ts'

/** Puts on a registry where shared reads are answered, and how the replicas do. */
export function showReplicas(registry: Registry, { replicas, counts }: RunningReaders): void {
  const registers = [registry]
  new Counter({
    name: 'second_ring_shared_reads_total',
    help: 'Reads that are the same for everyone, by the kind of server that they were given to.',
    labelNames: ['server'],
    registers,
    collect() {
      this.reset()
      for (const server of ['replica', 'primary'] as const) this.inc({ server }, counts[server])
    },
  })
  const labelNames = ['replica'] as const
  new Gauge({
    name: 'second_ring_replica_in_use',
    help: 'Whether a replica answers, and lags by at most a second.',
    labelNames,
    registers,
    collect() {
      for (const { name, isInUse } of replicas) this.set({ replica: name }, isInUse() ? 1 : 0)
    },
  })
  new Gauge({
    name: 'second_ring_replica_lag_seconds',
    help: 'How old the data of a replica may be.',
    labelNames,
    registers,
    collect() {
      for (const { name, lagMs } of replicas) this.set({ replica: name }, lagMs() / 1000)
    },
  })
}
