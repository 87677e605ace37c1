type Failed = { code?: string; message?: string; errors?: Failed[] }

/** The address of a database without its password. */
function shownAddress(url: string): string {
  if (!URL.canParse(url)) return 'DATABASE_URL'
  const { hostname, port, pathname } = new URL(url)
  return `${hostname}:${port || 5432}${pathname}`
}

/** One line that says why a database cannot be used, and what to do. Undefined when it is none of the known reasons. */
export function explainDatabaseError(error: Failed, url: string): string | undefined {
  const code = error.code ?? error.errors?.[0]?.code ?? ''
  const at = shownAddress(url)
  if (/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ECONNRESET)$/.test(code)) {
    return `The database at ${at} does not answer (${code}): start it, or correct DATABASE_URL, or unset it for the built-in one.`
  }
  if (/timeout expired|Connection terminated/i.test(error.message ?? '')) {
    return `The database at ${at} does not answer in time: check DATABASE_URL, or unset it for the built-in one.`
  }
  if (code.startsWith('28')) return `The database at ${at} refuses this user or password: correct DATABASE_URL.`
  if (code === '57P03') return `The database at ${at} is starting up: try again in a moment.`
  if (code === '42501') return `The database at ${at} does not let this user create what is needed: ${error.message}`
  return undefined
}
