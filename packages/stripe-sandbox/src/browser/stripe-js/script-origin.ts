/** The origin that this script was loaded from: the sandbox's, whose frames and API it uses. */
export const scriptOrigin = originOf(document.currentScript)

function originOf(script: HTMLOrSVGScriptElement | null): string {
  if (script instanceof HTMLScriptElement && script.src !== '') return new URL(script.src).origin
  throw new Error('The card payment script must be loaded by a script element with a src.')
}
