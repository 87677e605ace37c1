/** An answer of the product, as whoever attacks it sees it. */
export interface Answer {
  status: number
  headers: Headers
  text: string
  /** The text as JSON; null when it is none. */
  body: unknown
  /** What the product calls the error: the domain's code where there is one. */
  code: string | undefined
}

// What only the inside knows: stacks, files, the words of the database, the libraries and the language.
const inside =
  /\bat [\w.<>[\] ]+ \(|\bat (?:file|node):|node_modules|\.ts:\d|"stack"|prisma|postgres|ECONNREFUSED|ECONNRESET|SELECT |INSERT |\bFST_|\bP2\d{3}\b|violates|syntax error|JSON at position|is not valid JSON|Unexpected (?:token|end)|is not a function|Cannot (?:read|set|destructure) propert|\/(?:home|root|tmp|work|usr)\//i

/** What an answer tells that it should not: of how the product is made, or that it broke. Null when nothing. */
function leakIn({ status, text, headers }: Pick<Answer, 'status' | 'text' | 'headers'>): string | null {
  const told = inside.exec(text)?.[0]
  if (told !== undefined) return `tells of the inside: ${told}`
  if (headers.has('server') || headers.has('x-powered-by')) return 'names its software in a header'
  return status === 500 ? 'something broke' : null
}

/** @throws Error when the answer tells what it should not */
export function answerOf(status: number, headers: Headers, text: string): Answer {
  const leak = leakIn({ status, headers, text })
  if (leak !== null) throw new Error(`The answer (${status}) ${leak}\n${text.slice(0, 2000)}`)
  const body = asJson(text)
  return { status, headers, text, body, code: codeOf(body) }
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

interface ErrorBody {
  code?: string
  error?: { data?: { code: string; domainCode: string | null } }
}

function codeOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const { code, error } = body as ErrorBody
  return code ?? error?.data?.domainCode ?? error?.data?.code
}
