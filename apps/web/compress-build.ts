import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { minify, type Plugin } from 'vite'

const COMPRESSIBLE = /\.(?:js|css|html|svg)$/
// Below this the headers weigh more than what is saved.
const WORTH_IT_BYTES = 512

/** Writes a `.br` and a `.gz` beside each text of the build, so that the server need not compress on the way. */
export function compressBuild(): Plugin {
  let outDir = ''
  return {
    name: 'compress-build',
    apply: 'build',
    configResolved: config => {
      outDir = path.resolve(config.root, config.build.outDir)
    },
    // Not `closeBundle`, which is also called for a build that failed, and would then hide why.
    async writeBundle() {
      const names = await readdir(outDir, { recursive: true })
      // What stands in `public` comes as it was written.
      await Promise.all(names.filter(name => /^[\w-]+\.js$/.test(name)).map(name => shorten(path.join(outDir, name))))
      await Promise.all(names.filter(name => COMPRESSIBLE.test(name)).map(name => compress(path.join(outDir, name))))
    },
  }
}

async function shorten(file: string): Promise<void> {
  const { code } = await minify(file, await readFile(file, 'utf8'))
  await writeFile(file, code)
}

/** Writes both beside one file. */
export async function compress(file: string): Promise<void> {
  const text = await readFile(file)
  if (text.length < WORTH_IT_BYTES) return
  const [br, gz] = await Promise.all([promisify(brotliCompress)(text), promisify(gzip)(text)])
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
}
