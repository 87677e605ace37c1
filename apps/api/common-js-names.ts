/** Whether a file of the bundle is a CommonJS package that is loaded on demand: esbuild gives it a default export alone. */
export function isCommonJs(text: string): boolean {
  return /export default require_\w+\(\);?\s*(?:\/\/# sourceMappingURL=\S+\s*)?$/.test(text)
}

/** The same text, in which these files have the names of their exports where they are loaded, as Node gives them. */
export function withNames(text: string, commonJsFiles: readonly string[]): string {
  return commonJsFiles.reduce((changed, file) => {
    const load = `import("./${file}")`
    return changed.replaceAll(load, `${load}.then(({default:it})=>({...it,default:it}))`)
  }, text)
}
