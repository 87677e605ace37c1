import { networkInterfaces } from 'node:os'
import { DEMO_PASSWORD, demoPeople } from '@second-ring/database/demo-people'
import { testCards } from '@second-ring/sandbox/card-payments/test-cards'
import { isEveryAddress, type Settings } from './env.ts'
import { type DataPaths, shown } from './paths.ts'
import { neededStandIns } from './product/stand-ins.ts'

/** The admin, the seller and the buyer. */
const shownPeople = demoPeople.slice(0, 3)

/** One card for each of these is enough to begin with. */
const shownOutcomes = ['succeeds', 'generic_decline', 'insufficient_funds', 'expired_card', 'authentication_required']

/** What there is to know once everything runs, as lines for the terminal. */
export function tableLines(settings: Settings, data: DataPaths): string[] {
  const standIns = neededStandIns(settings)
  const lines = ['', `  Second Ring   ${settings.publicUrl}`]
  if (isEveryAddress(settings.host) && !settings.inherited.PUBLIC_URL) lines.push(...otherAddresses(settings.port))
  if (standIns.includes('identity')) {
    lines.push('', `  Sign in as    (password ${DEMO_PASSWORD})`)
    lines.push(...shownPeople.map(({ email, role }) => `    ${email.padEnd(28)}${role.toLowerCase()}`))
  }
  if (standIns.includes('card-payments')) {
    const cards = shownOutcomes.flatMap(outcome => testCards.find(card => card.outcome === outcome) ?? [])
    lines.push('', '  Pay with      (any date to come, any CVC)')
    lines.push(...cards.map(({ number, label }) => `    ${inFours(number).padEnd(28)}${label}`))
  }
  lines.push('', `  Stop          Ctrl-C; what you made stays in ${shown(data.dir)} (logs in ${shown(data.logs)})`)
  lines.push('  Begin anew    npm start -- --fresh', '')
  return lines
}

const inFours = (number: string) => number.replace(/(\d{4})(?=\d)/g, '$1 ')

/** The addresses at which other machines find the site. */
function otherAddresses(port: number): string[] {
  return Object.values(networkInterfaces())
    .flatMap(list => list ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => `http://${address}:${port}`)
    .map(url => `                ${url}  (to sign in and pay there, start with PUBLIC_URL=${url})`)
}
