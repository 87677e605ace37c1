/** Returns the object with some methods replaced; the others run on the object itself. */
export function overrideMethods<Target extends object>(target: Target, methods: Record<string, unknown>): Target {
  return new Proxy(target, {
    get(_, name) {
      if (typeof name === 'string' && Object.hasOwn(methods, name)) return methods[name]
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
