/** A word of the payment provider or the ledger, such as `product_not_received`, as a person reads it. */
export function providerWord(word: string): string {
  const text = word.replaceAll(/[_-]/g, ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
