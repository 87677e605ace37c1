import { SignUpRole } from '@second-ring/contracts/accounts/account'
import { makeSetUpLink, resetFactor } from '#accounts/reset-factor.ts'
import { revokeAdmin } from '#accounts/revoke-admin.ts'
import { grantAdmin } from '#user-oversight/grant-admin.ts'
import { type Command, type Terminal, UsageError } from './command.ts'
import { withDatabase } from './with-database.ts'

const grant: Command = {
  words: 'admin grant',
  parameters: 'EMAIL',
  summary: 'makes someone an admin who has proven their email',
  takes: 1,
  async run({ words: [email] }, terminal) {
    const granted = await withDatabase(terminal, database => grantAdmin(database, email))
    const { changed, name, emailVerifiedAt, createdAt } = granted
    terminal.print(`${granted.email} is an admin ${changed ? 'now' : 'already'}`)
    terminal.print(`  name           ${name}`)
    terminal.print(`  signed up      ${createdAt.toISOString()}`)
    terminal.print(`  email proven   ${emailVerifiedAt.toISOString()}`)
    await printSetUpLink(terminal, granted.email)
    return true
  },
}

const revoke: Command = {
  words: 'admin revoke',
  parameters: 'EMAIL [--role buyer|seller]',
  summary: 'makes an admin a seller (who has posted phones) or a buyer again',
  takes: 1,
  options: ['role'],
  async run({ words: [email], options }, terminal) {
    const role = options.role === undefined ? undefined : SignUpRole.safeParse(options.role.toUpperCase()).data
    if (options.role !== undefined && !role) throw new UsageError('--role is buyer or seller.')
    const became = await withDatabase(terminal, database => revokeAdmin(database, email, role))
    terminal.print(became ? `${email} is a ${became.toLowerCase()} now` : `${email} is no admin`)
    return true
  },
}

const reset: Command = {
  words: 'admin reset-factor',
  parameters: 'EMAIL',
  summary: 'ends the passkeys, recovery codes and tokens of an admin who has lost them',
  takes: 1,
  async run({ words: [email] }, terminal) {
    await withDatabase(terminal, database => resetFactor(database, email))
    terminal.print(`${email} has no passkey any more`)
    await printSetUpLink(terminal, email)
    return true
  },
}

/** Where admins need a second factor, shows the link by which one without a passkey registers the first. */
async function printSetUpLink(terminal: Terminal, email: string): Promise<void> {
  const { NODE_ENV, ADMIN_FACTOR, PUBLIC_URL: publicUrl } = terminal.env
  if (NODE_ENV !== 'production' && ADMIN_FACTOR !== 'required') return
  if (!publicUrl) throw new Error('PUBLIC_URL is missing: the set-up link of the second factor begins with it')
  const link = await withDatabase(terminal, database => makeSetUpLink(database, { email, publicUrl }))
  if (link) terminal.print(`Signed in as them, within an hour and once, set up a passkey at ${link}`)
}

export const adminCommands = [grant, revoke, reset]
