import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useAttemptKey } from './use-attempt-key.ts'

/** A mutation of the API, each call under a key of its attempt. */
export function useKeyedMutation<Input extends object, Result, Failure>(
  options: UseMutationOptions<Result, Failure, Input>,
): (input: Input) => Promise<Result> {
  return useAttemptKey<Input, Result>(useMutation(options).mutateAsync)
}
