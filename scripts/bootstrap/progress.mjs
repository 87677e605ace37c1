/**
 * @typedef {{ detail(text: string): void, fail(text: string): void }} Step `fail` marks a step that goes on after a failure
 * @typedef {object} Progress
 * @property {<T>(label: string, work: (step: Step) => Promise<T>) => Promise<T>} step
 *   runs one step and writes one line with its duration when it has succeeded; on a terminal it shows meanwhile what runs
 * @property {(text?: string) => void} say writes lines of their own
 * @property {() => void} close takes away what shows what runs
 */

/** @param {number} milliseconds */
export function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`
}

/**
 * Shows what is going on: one line a step, and nothing else, so that it reads well in a file too.
 * @param {NodeJS.WriteStream} [out]
 * @returns {Progress}
 */
export function createProgress(out = process.stdout) {
  /** @type {Map<string, number>} */
  const running = new Map()
  /** @type {NodeJS.Timeout | undefined} */
  let ticking

  const erase = () => out.isTTY && out.write('\r\u001b[K')
  const draw = () => {
    const [since] = running.values()
    if (!out.isTTY || since === undefined) return
    const line = `  … ${[...running.keys()].join(', ')}  ${Math.floor((Date.now() - since) / 1000)} s`
    out.write(`\r\u001b[K${line.slice(0, (out.columns || 80) - 1)}`)
  }
  const say = (text = '') => {
    erase()
    out.write(`${text}\n`)
    draw()
  }
  const end = (/** @type {string} */ label) => {
    running.delete(label)
    if (running.size > 0) return
    clearInterval(ticking)
    ticking = undefined
  }

  return {
    say,
    step: async (label, work) => {
      const since = Date.now()
      let detail = ''
      let mark = '✓'
      running.set(label, since)
      if (out.isTTY) ticking ??= setInterval(draw, 1000).unref()
      draw()
      try {
        const result = await work({
          detail: text => {
            detail = text
          },
          fail: text => {
            detail = text
            mark = '✗'
          },
        })
        end(label)
        say(`  ${mark} ${label.padEnd(24)}${seconds(Date.now() - since).padStart(8)}  ${detail}`.trimEnd())
        return result
      } catch (error) {
        end(label)
        erase()
        throw error
      }
    },
    close: () => {
      for (const label of running.keys()) end(label)
      erase()
    },
  }
}
