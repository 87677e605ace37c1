/** The seed that the fuzzing of a test run begins with, when another than the usual one is asked for. */
export function readFuzzSeed(): number {
  return Number(process.env.FUZZ_SEED ?? 20_261_121)
}
