import { type Env, EnvironmentError, readEnv } from '#env.ts'
import type { Terminal } from '../command.ts'
import { checkDatabase } from './check-database.ts'
import { checkProviders } from './check-providers.ts'
import { checkRedis } from './check-redis.ts'
import { checkSite } from './check-site.ts'
import { bad, type Finding, good } from './finding.ts'

/**
 * Checks what a server needs, as its environment names it, and prints a line for each with what to do. It changes nothing.
 * @returns whether all is well
 */
export async function runDoctor(terminal: Terminal): Promise<boolean> {
  const { env: variables } = terminal
  const { env, findings } = checkEnvironment(variables)
  // The database can be checked also while other variables are missing.
  findings.push(...(env ? checkSite(env) : []))
  const [ofDatabase, ofRedis, ofProviders] = await Promise.all([
    variables.DATABASE_URL
      ? checkDatabase(variables.DATABASE_DIRECT_URL || variables.DATABASE_URL, {
          isProduction: variables.NODE_ENV === 'production',
        })
      : [],
    Promise.all(env?.REDIS_URL ? [checkRedis(env.REDIS_URL)] : []),
    env ? checkProviders(env) : [],
  ])
  findings.push(...ofDatabase, ...ofRedis, ...ofProviders)
  for (const { ok, what, advice } of findings) {
    terminal.print(`${ok ? '✓' : '✗'} ${what}`)
    if (advice) terminal.print(`    ${advice}`)
  }
  const faults = findings.filter(({ ok }) => !ok).length
  if (!env) terminal.print('The providers are checked once the environment is complete.')
  terminal.print(faults === 0 ? 'All is well.' : `${faults} ${faults === 1 ? 'fault' : 'faults'}.`)
  return faults === 0
}

function checkEnvironment(variables: NodeJS.ProcessEnv): { env: Env | null; findings: Finding[] } {
  try {
    const env = readEnv(variables)
    return { env, findings: [good(`The environment is complete (${env.NODE_ENV})`)] }
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error
    const findings = error.problems.map(problem => bad(problem, '.env.example describes every variable.'))
    return { env: null, findings }
  }
}
