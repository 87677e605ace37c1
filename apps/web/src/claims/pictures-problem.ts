import { CLAIM_PICTURES_MAX } from '@second-ring/contracts/claims/claim'
import { pictureProblem } from '#listings/picture-problem.ts'

/** Why these pictures cannot be sent, and what to do; undefined when they can. */
export function picturesProblem(files: readonly File[]): string | undefined {
  const wrong = files.filter(file => pictureProblem(file) !== undefined)
  const [first, second] = wrong
  if (first)
    return `${second ? `${wrong.length} files` : first.name} cannot be sent. Take ${second ? 'them' : 'it'} out.`
  const extra = files.length - CLAIM_PICTURES_MAX
  return extra > 0 ? `At most ${CLAIM_PICTURES_MAX} pictures can be sent. Take ${extra} out.` : undefined
}
