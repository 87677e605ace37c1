import type { FromChallengeFrame } from '../messages.ts'
import { openFrame, setStyles } from './open-frame.ts'

const PATIENCE_MS = 15_000

/**
 * Shows the issuer's challenge over the page until it is answered. A modal dialog of the browser: the page behind is
 * inert and focus returns to where it was. Escape does not close it, since an unanswered challenge leaves the payment
 * open; the frame offers failing it instead.
 * @returns whether the challenge could be shown and was answered
 */
export function showChallenge(path: string): Promise<boolean> {
  return new Promise(resolve => {
    const dialog = document.createElement('dialog')
    dialog.setAttribute('aria-label', 'Card authentication')
    dialog.setAttribute('closedby', 'none')
    setStyles(dialog, backdrop)
    const finish = (answered: boolean) => {
      clearTimeout(patience)
      dialog.removeEventListener('close', reopen)
      dialog.close()
      dialog.remove()
      resolve(answered)
    }
    const patience = setTimeout(() => finish(false), PATIENCE_MS)
    const frame = openFrame(path, {
      title: 'Card authentication',
      onPort: port => {
        port.onmessage = ({ data }: { data: FromChallengeFrame }) => {
          if (data.type === 'over') return finish(true)
          clearTimeout(patience)
          frame.focus()
        }
      },
    })
    setStyles(frame, window3d)
    const reopen = () => {
      dialog.showModal()
      frame.focus()
    }
    dialog.addEventListener('cancel', event => {
      event.preventDefault()
      frame.focus()
    })
    dialog.addEventListener('close', reopen)
    dialog.append(frame)
    document.body.append(dialog)
    dialog.showModal()
  })
}

const backdrop = {
  position: 'fixed',
  inset: '0',
  width: '100vw',
  height: '100dvh',
  'max-width': 'none',
  'max-height': 'none',
  margin: '0',
  padding: '0',
  border: '0',
  background: 'rgb(15 23 42 / 0.6)',
  overflow: 'auto',
}

const window3d = {
  position: 'absolute',
  inset: '0',
  margin: 'auto',
  width: 'min(28rem, calc(100vw - 2rem))',
  height: 'min(26rem, calc(100dvh - 2rem))',
  'border-radius': '12px',
  background: '#ffffff',
  'box-shadow': '0 20px 60px rgb(0 0 0 / 0.35)',
}
