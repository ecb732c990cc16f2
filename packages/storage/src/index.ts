export { type BackupOptions, type BackupProgress, backUp } from './backup/back-up.ts';
export { verifyBackupFile } from './backup/backup-file.ts';
export { BackupFileError } from './backup/backup-header.ts';
export { checkBackup, rehearseRestore, restore } from './backup/restore.ts';
export { dropRestoreRemains } from './backup/staging.ts';
export { StoppedError, stopsItself } from './backup/until-stopped.ts';
export {
  DatabaseBusyError,
  DataFolderError,
  FolderInUseError,
  holdFolder,
  isBusy,
  OperatorError,
} from './database/data-folder.ts';
export {
  camelCase,
  type Database,
  type DatabaseOptions,
  MigrationNeededError,
  migrate,
  NewerDatabaseError,
  openDatabase,
  prepare,
  sqlMigration,
  type Value,
} from './database/database.ts';
export {
  describeDatabaseError,
  isDatabaseUnavailable,
  isDatabaseUnwritable,
  isRowRefused,
  isUniqueViolation,
  nextStepOf,
  type PoolUse,
} from './database/postgres.ts';
export { takeWriterLock, type WriterLock } from './database/writer-lock.ts';
export {
  type Cell,
  createEncryption,
  DecryptionError,
  type Encryption,
  EncryptionKeys,
  type KeyFile,
  keyFile,
} from './encryption.ts';
export {
  addressList,
  ConfigurationError,
  DATABASE_SETTINGS,
  describeListenError,
  HttpAddress,
  isNetwork,
  LogLevel,
  localAddress,
  MIN_TOKEN_LENGTH,
  Port,
  parseEnvironment,
  readOrExit,
  TrustedProxies,
  wholeNumber,
} from './environment.ts';
