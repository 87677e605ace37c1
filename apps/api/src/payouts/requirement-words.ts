/** What the provider's words for what it asks for mean, the first that fits. */
const words: readonly [RegExp, string][] = [
  [/^external_account/, 'a bank account'],
  [/verification\.(additional_)?document/, 'a document that proves who you are'],
  [/address/, 'your address'],
  [/_name$/, 'your name'],
  [/\.dob\b/, 'your date of birth'],
  [/ssn|id_number|tax_id/, 'your social security or tax number'],
  [/phone$/, 'your phone number'],
  [/email$/, 'your email'],
  [/^business_/, 'what you sell'],
  [/^tos_acceptance/, 'your consent to its terms'],
]

/** What the provider asks a seller for, as the seller reads it; each thing once. */
export function inWords(requirements: readonly string[]): string[] {
  return [...new Set(requirements.map(name => words.find(([pattern]) => pattern.test(name))?.[1] ?? 'more about you'))]
}
