import { readEnv } from './env.ts'

try {
  const env = readEnv()
  // Loaded after that, so that settings that are refused are refused at once.
  const { serve } = await import('./serve.ts')
  await serve(env)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
