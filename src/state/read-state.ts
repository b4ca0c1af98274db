/**
 * The applied values of an inventory from where it keeps them. Reading takes no lock: a state is replaced as a whole.
 * What cannot be read is `broken`, never `absent`. The client of the network is loaded only for a state that needs it.
 */
import { diagnostic } from '../diagnostics/diagnostic.js';
import type { System } from '../system.js';
import { displayName } from '../text/display-name.js';
import type { Source } from '../text/source.js';
import { placeOfState, type StateDeclaration, type TerraformState } from './declaration.js';
import { readEnvelope } from './envelope.js';
import { readStateFile } from './file-state.js';
import { s3Backend } from './s3.js';
import type { SlotRead } from './slot.js';
import type { StateRead } from './state.js';
import { readTerraformState } from './terraform.js';

const writingMilliseconds = 100;

/** Reads the state that `declaration` says. */
export async function readState(system: System, declaration: StateDeclaration): Promise<StateRead> {
  switch (declaration.type) {
    case 'file':
      return interpret(system, declaration, readStateFile(system, declaration.path));
    case 'terraform': {
      const first = readTerraform(system, declaration);
      // Terraform writes its state in place: who reads at that moment looks again.
      if (first.kind !== 'broken') return first;
      await system.machine().sleep(writingMilliseconds);
      return readTerraform(system, declaration);
    }
    case 's3': {
      const opened = s3Backend(system, declaration);
      if ('fault' in opened)
        return interpret(system, declaration, { kind: 'failed', fault: opened.fault });
      return interpret(system, declaration, await opened.backend.state(false).read());
    }
  }
}

function readTerraform(system: System, declaration: TerraformState): StateRead {
  const found = readStateFile(system, declaration.path);
  return interpret(
    system,
    declaration,
    found.kind === 'present' && found.text.trim() === '' ? { kind: 'absent' } : found,
  );
}

/** What a read of the place means. */
export function interpret(
  system: System,
  declaration: StateDeclaration,
  found: SlotRead,
): StateRead {
  const place = placeOfState(declaration);
  switch (found.kind) {
    case 'absent':
      return { kind: 'absent', place };
    case 'failed': {
      const { code, message, help } = found.fault;
      return {
        kind: 'broken',
        place,
        diagnostic: diagnostic(code, declaration, message, { help }),
      };
    }
    case 'present': {
      const source: Source = {
        path: place,
        name: declaration.type === 's3' ? place : displayName(system.cwd, place),
        text: found.text,
      };
      const read =
        declaration.type === 'terraform' ? readTerraformState(source) : readEnvelope(source);
      return 'fault' in read
        ? { kind: 'broken', place, diagnostic: read.fault }
        : { kind: 'present', place, state: read.state };
    }
  }
}
