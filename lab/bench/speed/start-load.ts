import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Answers, Order } from './load-cli.ts'

/** Sends requests from a process of its own. */
export interface Load {
  /** @throws Error when anything but success came back */
  send(order: Order): Promise<Answers>
  stop(): void
}

export function startLoad(): Load {
  const child = fork(join(import.meta.dirname, 'load-cli.ts'), { execArgv: [] })
  return {
    async send(order) {
      const told = once(child, 'message')
      child.send(order)
      const [answers] = (await told) as [Answers]
      if (answers.failures > 0) {
        throw new Error(`${answers.failures} of ${answers.count} requests such as ${order.shots[0]?.path} failed`)
      }
      return answers
    },
    stop: () => void child.kill(),
  }
}
