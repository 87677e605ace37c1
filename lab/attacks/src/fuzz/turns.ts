/** Lets work run side by side, and other work alone: it waits until nothing else runs, and holds back what comes. */
export function turns() {
  let running = 0
  let isAlone = false
  const waiting: (() => void)[] = []

  const wake = () => {
    for (const go of waiting.splice(0)) go()
  }
  async function until(mayRun: () => boolean): Promise<void> {
    while (!mayRun()) await new Promise<void>(resolve => waiting.push(resolve))
  }

  return {
    async sideBySide<T>(work: () => Promise<T>): Promise<T> {
      await until(() => !isAlone)
      running += 1
      try {
        return await work()
      } finally {
        running -= 1
        wake()
      }
    },
    async alone<T>(work: () => Promise<T>): Promise<T> {
      await until(() => !isAlone)
      isAlone = true
      try {
        await until(() => running === 0)
        return await work()
      } finally {
        isAlone = false
        wake()
      }
    },
  }
}
