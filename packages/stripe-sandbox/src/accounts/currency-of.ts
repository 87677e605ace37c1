const CURRENCIES: Record<string, string> = {
  AU: 'aud',
  CA: 'cad',
  CH: 'chf',
  GB: 'gbp',
  NZ: 'nzd',
  SG: 'sgd',
  US: 'usd',
}

/** The currency of a country's banks: the euro where no other is listed. */
export function currencyOf(country: string): string {
  return CURRENCIES[country] ?? 'eur'
}
