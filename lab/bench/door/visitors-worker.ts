import { parentPort, workerData } from 'node:worker_threads'
import { visit } from './visitors.ts'

parentPort?.postMessage(await visit(workerData))
