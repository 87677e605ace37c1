/** What a command is given besides its words. */
export interface Terminal {
  env: NodeJS.ProcessEnv
  print(line: string): void
  complain(line: string): void
}

export interface Command {
  /** The words that call it, such as `categories create`. */
  words: string
  /** What follows them, as the usage shows it. */
  parameters: string
  summary: string
  /** How many words follow it. */
  takes: number
  /** The options that it knows, each with a value, once. */
  options?: readonly string[]
  /** The options that it knows and that may be given several times. */
  lists?: readonly string[]
  /**
   * @returns false when what it looked at is wrong: the exit code is then 1
   * @throws UsageError for words that make no sense; any other error for what cannot be done
   */
  run(given: Given, terminal: Terminal): Promise<boolean | undefined>
}

interface Given {
  /** As many as the command takes. */
  words: [string, string]
  options: Partial<Record<string, string>>
  lists: Partial<Record<string, string[]>>
}

/** Words that make no sense: the usage is shown, and the exit code is 2. */
export class UsageError extends Error {}
