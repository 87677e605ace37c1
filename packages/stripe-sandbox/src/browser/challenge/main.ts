import { acceptParent } from '../accept-parent.ts'
import { callApi } from '../api/call-api.ts'
import type { FromChallengeFrame } from '../messages.ts'

const id = location.pathname.split('/').at(-1)
const address = `/v3/authentications/${id}`
const buttons = document.querySelectorAll('button')
const status = document.getElementById('status')

acceptParent(port => {
  const tell = (message: FromChallengeFrame) => port.postMessage(message)
  void show().then(() => tell({ type: 'shown' }))

  const answer = async (outcome: 'succeeded' | 'failed') => {
    for (const button of buttons) button.disabled = true
    say('One moment…')
    const result = await callApi('POST', address, { outcome })
    if (!('error' in result) || result.error.type !== 'api_connection_error') return tell({ type: 'over' })
    say('The bank cannot be reached. Please try again.')
    for (const button of buttons) button.disabled = false
  }
  document.getElementById('complete')?.addEventListener('click', () => answer('succeeded'))
  document.getElementById('fail')?.addEventListener('click', () => answer('failed'))
  // A press before anyone listens would be lost.
  for (const button of buttons) button.disabled = false
  document.addEventListener('keydown', event => {
    if (event.key === 'Escape') say('Choose “Fail authentication” to go back without paying.')
  })
})

async function show(): Promise<void> {
  const result = await callApi('GET', address, {})
  const place = document.getElementById('amount')
  if (place && !('error' in result)) place.textContent = String(result.object.amount_text)
  if (document.activeElement === document.body) document.querySelector('h1')?.focus()
}

function say(text: string): void {
  if (status) status.textContent = text
}
