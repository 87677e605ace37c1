type Show = (answer: (isProven: boolean) => void) => void

let show: Show | null = null
let asking: Promise<boolean> | null = null

/** Says who asks for the second factor while the screen is there. @returns ends it */
export function offerFactor(by: Show): () => void {
  show = by
  return () => {
    if (show === by) show = null
  }
}

/**
 * Asks the user to prove the second factor; those who ask meanwhile wait for the same answer.
 * @returns whether they have; false where nothing on the screen can ask
 */
export function askForFactor(): Promise<boolean> {
  if (!show) return Promise.resolve(false)
  asking ??= new Promise<boolean>(show).finally(() => {
    asking = null
  })
  return asking
}
