// Loaded before every command: reads the variables in .env, if there is such a file. What is set already stays.
import { existsSync } from 'node:fs'

if (existsSync('.env')) process.loadEnvFile('.env')
