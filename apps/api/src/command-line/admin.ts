import { SignUpRole } from '@second-ring/contracts/accounts/account'
import { grantAdmin } from '#accounts/grant-admin.ts'
import { revokeAdmin } from '#accounts/revoke-admin.ts'
import { type Command, UsageError } from './command.ts'
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

export const adminCommands = [grant, revoke]
