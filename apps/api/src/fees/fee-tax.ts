/**
 * The tax that a fee includes at a rate in hundredths of a percent: fee × rate / (1 + rate), half a cent counts as one.
 * `prisma/triggers/fee-tax-of.sql` says the same where a phone is booked; a test holds the two together.
 */
export function feeTaxOf(feeCents: number, basisPoints: number): number {
  const whole = 10_000 + basisPoints
  return Math.floor((2 * feeCents * basisPoints + whole) / (2 * whole))
}
