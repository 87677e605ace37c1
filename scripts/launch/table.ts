import { networkInterfaces } from 'node:os'
import { DEMO_PASSWORD, demoUsers } from '@second-ring/demo-market/users'
import { testCards } from '@second-ring/stripe-sandbox/test-cards'
import { isEveryAddress, type Settings } from './env.ts'
import { type DataPaths, shown } from './paths.ts'
import { neededSandboxes, outboxUrl, portsFrom, publicUrlOf } from './product/sandboxes.ts'

/** The admin, the seller and the buyer. */
const shownPeople = demoUsers.slice(0, 3)

/** The same that the server's log says at boot. */
const trustEmailWarning = [
  '  WARNING       REST_TRUST_EMAIL is set: over REST, whoever names an email is taken to be',
  '                its owner, an admin’s too. For a laboratory only.',
]

const firstCommands = ['admin grant EMAIL', 'categories create NAME --picture FILE']
const usualCommands = ['help']

/** One card for each of these is enough to begin with. */
const shownOutcomes = ['succeeds', 'generic_decline', 'insufficient_funds', 'expired_card', 'authentication_required']

/**
 * What there is to know once everything runs, as lines for the terminal.
 * @param isEmpty whether it runs without the demo market
 */
export function tableLines(settings: Settings, data: DataPaths, isEmpty: boolean): string[] {
  const sandboxes = neededSandboxes(settings)
  const lines = ['', `  Second Ring   ${settings.publicUrl}`]
  if (isEveryAddress(settings.host) && !settings.inherited.PUBLIC_URL) lines.push(...otherAddresses(settings.port))
  if (isEmpty)
    lines.push('', '  First admin   sign up on the site, open the mailed link, then use the command line below')
  else if (sandboxes.includes('identity')) {
    lines.push('', `  Sign in as    (password ${DEMO_PASSWORD})`)
    lines.push(...shownPeople.map(({ email, role }) => `    ${email.padEnd(28)}${role.toLowerCase()}`))
  }
  const ports = portsFrom(settings.port)
  const links = sandboxes.includes('identity') ? [`  Sign-in mails ${outboxUrl(settings, ports)}`] : []
  if (sandboxes.includes('mail')) links.unshift(`  Sent mails    ${publicUrlOf('mail', settings, ports)}`)
  if (links.length > 0) lines.push('', ...links)
  if (sandboxes.includes('card-payments')) {
    const cards = shownOutcomes.flatMap(outcome => testCards.find(card => card.outcome === outcome) ?? [])
    lines.push('', '  Pay with      (any future date, CVC and postal code)')
    lines.push(...cards.map(({ number, label }) => `    ${inFours(number).padEnd(28)}${label}`))
  }
  lines.push('', '  Command line  (in another terminal, while it runs)')
  const where = settings.inherited.SECOND_RING_DATA_DIR ? `SECOND_RING_DATA_DIR=${inShell(data.dir)} ` : ''
  const commands = isEmpty ? firstCommands : usualCommands
  lines.push(...commands.map(command => `    ${where}npm run second-ring -- ${command}`))
  if (settings.inherited.REST_TRUST_EMAIL === 'true') lines.push('', ...trustEmailWarning)
  lines.push('', `  Stop          Ctrl-C; what you made stays in ${shown(data.dir)} (logs in ${shown(data.logs)})`)
  const fresh = isEmpty ? '--fresh --empty' : '--fresh'
  lines.push(`  Begin anew    npm start -- ${fresh}, once it is stopped`, '')
  return lines
}

/** A text as one word of a shell's command. */
const inShell = (text: string) => (/^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`)

const inFours = (number: string) => number.replace(/(\d{4})(?=\d)/g, '$1 ')

/** The addresses at which other machines find the site. */
function otherAddresses(port: number): string[] {
  return Object.values(networkInterfaces())
    .flatMap(list => list ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => `http://${address}:${port}`)
    .map(url => `                ${url}  (to sign in and pay there, start with PUBLIC_URL=${url})`)
}
