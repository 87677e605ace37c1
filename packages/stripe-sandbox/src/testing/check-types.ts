import { execFile } from 'node:child_process'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { temporaryFolder } from '@second-ring/server-process/testing/temporary-folder'

/** An answer as it was on the wire, and the type that the official SDK declares for it. */
export type TypedAnswer = { name: string; type: string; value: unknown }

const require = createRequire(import.meta.url)
const sdk = path.join(path.dirname(require.resolve('stripe')), '../esm')
const compiler = path.join(path.dirname(require.resolve('typescript/package.json')), 'bin/tsc')

/** The SDK lets every enumeration take other text too; without that, a value that it does not list is an error. */
const OPEN_ENUMS = 'export type OtherString = string & Record<never, never>;'

/**
 * Has the compiler hold each answer, written as a literal, against its type: members that are missing, unknown, of
 * another kind or not among the listed values are found, at any depth. Returns the errors, each with its answer's name.
 */
export async function typeErrors(answers: readonly TypedAnswer[]): Promise<string[]> {
  const folder = await temporaryFolder()
  await cp(sdk, `${folder}/stripe`, { recursive: true, filter: file => !/\.js(?:\.map)?$/.test(file) })
  const shared = await readFile(`${folder}/stripe/shared.d.ts`, 'utf8')
  if (!shared.includes(OPEN_ENUMS)) throw new Error('The SDK declares its enumerations otherwise than expected.')
  await writeFile(`${folder}/stripe/shared.d.ts`, shared.replace(OPEN_ENUMS, 'export type OtherString = never;'))
  const lines = answers.map(({ type, value }, index) => `const answer${index}: ${type} = ${JSON.stringify(value)}`)
  const imports = "import type { Stripe } from './stripe/stripe.esm.node.js'"
  const uses = `export const answers: unknown[] = [${answers.map((_, index) => `answer${index}`).join(', ')}]`
  await writeFile(`${folder}/answers.ts`, [imports, ...lines, uses, ''].join('\n'))
  await writeFile(`${folder}/package.json`, JSON.stringify({ type: 'module' }))
  await writeFile(
    `${folder}/tsconfig.json`,
    JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files: ['answers.ts'] }),
  )
  const output = await run(folder)
  return output.map(({ line, message }) => `${answers[line - 2]?.name ?? 'elsewhere'}: ${message}`)
}

const COMPILER_OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  skipLibCheck: true,
  module: 'NodeNext',
  target: 'ES2024',
  types: [],
}

async function run(folder: string): Promise<{ line: number; message: string }[]> {
  const { failed, output } = await new Promise<{ failed: boolean; output: string }>(resolve => {
    execFile(process.execPath, [compiler, '--pretty', 'false'], { cwd: folder }, (error, stdout, stderr) => {
      resolve({ failed: error !== null, output: stdout + stderr })
    })
  })
  const errors = [...output.matchAll(/^answers\.ts\((\d+),\d+\): (.*(?:\n .*)*)/gm)]
  if (failed && errors.length === 0) throw new Error(`The compiler did not run: ${output}`)
  return errors.map(([, line, message]) => ({ line: Number(line), message: message ?? '' }))
}
