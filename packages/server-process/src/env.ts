/** The environment that this process was started with, to hand on to a child. */
export const inherited = process.env

/** A variable of the environment; an empty one counts as absent. */
export const variable = (name: string): string | undefined => process.env[name] || undefined

/** A variable that a sandbox cannot do without. Throws an Error that names it. */
export const requiredVariable = (name: string): string => {
  const value = variable(name)
  if (value === undefined) throw new Error(`${name} is not set.`)
  return value
}

/** The port to listen on, from PORT or another variable; 0, a free-picked one, when it is absent. */
export const portVariable = (name = 'PORT'): number => {
  const port = Number(variable(name) ?? 0)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`${name} must be a number from 0 to 65535, not ${variable(name)}.`)
  }
  return port
}
