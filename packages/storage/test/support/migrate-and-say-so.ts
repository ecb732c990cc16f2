import { migrate, openDatabase } from '../../src/index.ts';
import { createNotes, type Notes } from './notes.ts';

const [, , dataDir = '', databaseUrl] = process.argv;
const database = await openDatabase<Notes>({ dataDir, databaseUrl: databaseUrl || undefined, name: 'notebook' });
await migrate(database, { '0001': createNotes });
await database.kysely.selectFrom('notes').selectAll().execute();
await database.close();
console.log('ready');
