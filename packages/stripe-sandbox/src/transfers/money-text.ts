/** Cents as error messages write them, such as `$30.00`. */
export function moneyText(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100)
}
