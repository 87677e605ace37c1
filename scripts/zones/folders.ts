/** The folders of the server, below `apps/api/src`. Each may import those before it, and `env.ts`. */
export const serverFolders = [
  'platform',
  'adapters',
  'identity',
  'http',
  'mails',
  'notifications',
  'factor',
  'audit',
  'accounts',
  'catalog',
  'listings',
  'search',
  'orders',
  'payments',
  'live',
  'account-data',
  'user-removal',
  'rest-api',
  'trpc-api',
  'command-line',
] as const

/** Those of the server that hold rules of the market: their use cases know no transport and no provider. */
export const serverDomains: readonly string[] = [
  'identity',
  'mails',
  'notifications',
  'factor',
  'audit',
  'accounts',
  'catalog',
  'listings',
  'search',
  'orders',
  'payments',
  'live',
  'account-data',
  'user-removal',
]

/** The folders of the web, below `apps/web/src`. Each may import those before it. */
export const webFolders = [
  'testing',
  'ui',
  'app',
  'live',
  'accounts',
  'audit',
  'catalog',
  'listings',
  'mails',
  'notices',
  'orders',
  'payments',
  'search',
  'routes',
] as const
