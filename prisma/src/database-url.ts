/**
 * The name of the database of a PostgreSQL URL.
 * @throws Error when it is not such a URL; the URL is not in the message, as it may hold a password
 */
export function databaseName(url: string): string {
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
    throw new Error('This is not the URL of a PostgreSQL database: postgresql://user:password@host:5432/name')
  }
  return decodeURIComponent(new URL(url).pathname.slice(1)) || 'postgres'
}

/** The same server and credentials, for another database. */
export function withDatabase(url: string, name: string): string {
  const parsed = new URL(url)
  parsed.pathname = `/${encodeURIComponent(name)}`
  return parsed.href
}

/**
 * Whether the URL has `?pgbouncer=true`, as Prisma has it: each transaction may then run in another session of the
 * server, and nothing outlives it.
 */
export function isPooled(url: string): boolean {
  return URL.canParse(url) && new URL(url).searchParams.get('pgbouncer') === 'true'
}
