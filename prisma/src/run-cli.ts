/**
 * Runs a command line: writes the lines that it answers, or on failure one line about it, with exit code 1.
 * @param run answers what there is to say
 */
export async function runCli(run: () => Promise<string[]>): Promise<void> {
  try {
    for (const line of await run()) process.stdout.write(`${line}\n`)
  } catch (error) {
    process.stderr.write(`${lineAbout(error)}\n`)
    process.exitCode = 1
  }
}

// A host with several addresses fails with an error of several, which has no message of its own.
function lineAbout(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(lineAbout).join('; ')
  return error instanceof Error ? error.message : String(error)
}
