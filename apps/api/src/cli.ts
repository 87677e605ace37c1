import { runCommandLine } from '#command-line/run-command-line.ts'

// `second-ring` in the image, `pnpm second-ring` in a checkout.
const code = await runCommandLine(process.argv.slice(2), {
  env: process.env,
  print: line => process.stdout.write(`${line}\n`),
  complain: line => process.stderr.write(`${line}\n`),
})
// A provider's client may hold a connection open, which would delay the exit.
process.exit(code)
