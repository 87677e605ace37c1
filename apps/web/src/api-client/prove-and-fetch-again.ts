import { askForFactor } from './ask-for-factor.ts'

/** The person closed the dialog that asked for the second factor. */
export class FactorDismissed extends Error {
  override readonly name = 'FactorDismissed'
}

/**
 * Sends a request that asks for the second factor once more when the user has proven it.
 * @throws FactorDismissed
 */
export function proveAndFetchAgain<Arguments extends unknown[]>(
  send: (...given: Arguments) => Promise<Response>,
  ask = askForFactor,
) {
  return async (...given: Arguments): Promise<Response> => {
    const answer = await send(...given)
    if (answer.status !== 403) return answer
    const told = (await answer
      .clone()
      .json()
      .catch(() => null)) as { code?: unknown } | null
    if (told?.code !== 'FACTOR_REQUIRED') return answer
    if (!(await ask())) throw new FactorDismissed()
    return send(...given)
  }
}
