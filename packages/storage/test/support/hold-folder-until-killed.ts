import { holdFolder } from '../../src/index.ts';

const release = holdFolder(process.argv[2] ?? '', 'notebook');
// A lock that nothing can release any more ends with the next garbage collection.
process.once('SIGTERM', () => release());
console.log('held');
setInterval(() => {}, 1_000);
