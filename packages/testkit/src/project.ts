/** The identity project of tests; `demo-` keeps Firebase's tools from ever reaching a real one. */
export const PROJECT_ID = 'demo-second-ring'
