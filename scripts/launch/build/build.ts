import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Failure, fullDisk, notWritable } from '../../bootstrap/failure.mjs'
import { root } from '../../bootstrap/repository.mjs'
import { inputsHash } from './inputs-hash.ts'

export type Build = {
  name: string
  /** For people: 'Web build'. */
  title: string
  /** Folders and files that it reads, relative to the checkout. */
  inputs: string[]
  /** The file that is there when it was built. */
  output: string
  cwd: string
  /** Arguments for Node 24. */
  args: string[]
  env: Record<string, string>
}

const stampsDir = path.join(root, 'node_modules', '.second-ring')

/**
 * Builds unless what it would read is what the present output was built from.
 * @returns whether it was built now
 * @throws Failure with the tool's output
 */
export async function buildIfChanged(build: Build, installed: string, abort: AbortSignal): Promise<boolean> {
  const stamp = path.join(stampsDir, `${build.name}.hash`)
  const hash = await inputsHash(root, build.inputs, `${installed} ${build.args.join(' ')}`)
  const built = path.join(root, build.output)
  if (existsSync(built) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return false
  try {
    mkdirSync(stampsDir, { recursive: true })
    rmSync(stamp, { force: true })
  } catch {
    throw notWritable(stampsDir)
  }
  await run(build, abort)
  if (!existsSync(built)) throw new Failure(`${build.title}: it succeeded, but ${build.output} is not there.`)
  writeFileSync(stamp, hash)
  return true
}

function run(build: Build, abort: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, build.args, {
      cwd: path.join(root, build.cwd),
      env: build.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: abort,
    })
    const chunks: Buffer[] = []
    child.stdout.on('data', chunk => chunks.push(chunk))
    child.stderr.on('data', chunk => chunks.push(chunk))
    child.once('error', reject)
    child.once('close', code => {
      if (code === 0) return resolve()
      const output = Buffer.concat(chunks).toString()
      if (/EACCES|EROFS/.test(output)) return reject(notWritable(path.join(root, build.output)))
      reject(fullDisk(output, [root]) ?? new Failure(`${build.title} failed (see above).`, output))
    })
  })
}
