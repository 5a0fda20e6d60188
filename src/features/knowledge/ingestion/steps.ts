import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '../../../kernel/backoff.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Quotas } from '../../../kernel/quotas.ts';
import { sha256Hex } from '../../../platform/crypto/digest.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { WordScrub } from '../../../platform/db/words/word-scrub.ts';
import type { PublishEvent } from '../../../platform/events.ts';
import type { AddressStore, Answered } from '../addresses/addresses.store.ts';
import type { CollectionStore } from '../collections/collections.store.ts';
import type { DocumentStore } from '../documents/documents.store.ts';
import type { PassageVectors } from './passage-vectors.ts';
import { type ComputedPassage, type PassageStore, wordsOf } from './passages.store.ts';
import type { Reading } from './reading.ts';
import type { Claim, VersionRow, WorkStore } from './work.store.ts';

type Deps = {
  work: WorkStore;
  passages: PassageStore;
  collections: Pick<CollectionStore, 'lock' | 'advance'>;
  documents: Pick<DocumentStore, 'usedUnderLock'>;
  reading: Pick<Reading, 'read'>;
  addresses: Pick<AddressStore, 'find' | 'answered' | 'failed' | 'readAgainAt'>;
  vectorsOf: PassageVectors;
  searchModel: string;
  wordScrub: Pick<WordScrub, 'promise'>;
  publish: PublishEvent;
  quotas: Quotas;
  clock: Clock;
};

/** Rows of one transaction: the embedded engine blocks the event loop meanwhile. */
const writtenAtOnce = 100;
const embeddedAtOnce = 8;
const deletedAtOnce = 50;
/** Then other workspaces take their turn. */
const turnMs = 2_000;
/** A search that began before a document was replaced may still read the passages it has found. */
const removeAfterMs = 60_000;

/** Of an address that did not answer. */
const firstRetryMs = 300_000;

/** `done`: nothing is left to do. `more`: it goes on later. `again`: it could not be done now. */
export type StepEnd = 'done' | 'more' | 'again';

export type Steps = ReturnType<typeof createSteps>;

/** The work on one version, in steps that can each be repeated after the process has died. */
export function createSteps(deps: Deps) {
  const {
    work,
    passages,
    collections,
    documents,
    reading,
    addresses,
    vectorsOf,
    searchModel,
    wordScrub,
    publish,
    quotas,
    clock,
  } = deps;

  const held = (claim: Claim, write: (tx: Transaction) => Promise<unknown>): Promise<void> =>
    work.transaction(async (tx) => {
      await work.hold(tx, claim);
      await write(tx);
    });

  const placeOf = ({ document_id, collection_id }: VersionRow) => ({
    documentId: document_id,
    collectionId: collection_id,
  });
  const sourceOf = ({ workspace_id, user_id }: VersionRow) => ({ workspaceId: workspace_id, userId: user_id });

  /** Of an address that does not answer, the first failure in a row is told. It is tried again sooner than usual. */
  async function isNews(tx: Transaction, { document_id }: VersionRow, reason: string): Promise<boolean> {
    const { failures, seconds } = await addresses.failed(tx, document_id, reason);
    if (seconds !== null) {
      const pauseMs = backoffMs(failures, firstRetryMs, seconds * 1_000);
      await addresses.readAgainAt(tx, document_id, clock.now() + pauseMs);
    }
    return failures === 1;
  }

  async function failIn(tx: Transaction, version: VersionRow, reason: string): Promise<void> {
    const now = clock.now();
    await work.fail(tx, version, reason, now);
    if (version.format === 'url' && !(await isNews(tx, version, reason))) return;
    await publish(tx, sourceOf(version), 'document.failed', { ...placeOf(version), reason }, now);
  }
  const fail = (claim: Claim, version: VersionRow, reason: string) => held(claim, (tx) => failIn(tx, version, reason));
  const tellReady = (tx: Transaction, version: VersionRow, passages: number) =>
    publish(tx, sourceOf(version), 'document.ready', { ...placeOf(version), passages }, clock.now());

  async function removePassages(claim: Claim): Promise<void> {
    for (let deleted = deletedAtOnce; deleted === deletedAtOnce; ) {
      await held(claim, async (tx) => {
        deleted = await passages.deleteSome(tx, claim.versionId, deletedAtOnce);
      });
      await sleep(1);
    }
  }

  const sameAs = (id: string) => `The collection has the same text already: ${id}.`;

  /** The text is the one that is searched. Only somebody who gave it again is told so. */
  const keep = (claim: Claim, version: VersionRow, answered: Answered | undefined) =>
    held(claim, async (tx) => {
      const now = clock.now();
      const passages = await work.keepText(tx, version, now);
      if (answered) await addresses.answered(tx, version.document_id, answered, now);
      if (version.user_id !== null) await tellReady(tx, version, passages);
    });

  async function read(claim: Claim, version: VersionRow, signal: AbortSignal): Promise<StepEnd> {
    await held(claim, (tx) => work.begin(tx, version, clock.now()));
    const outcome = await reading.read(version, signal);
    if (outcome === 'again') return 'again';
    if ('unchanged' in outcome) {
      await keep(claim, version, outcome.unchanged);
      return 'done';
    }
    if ('failed' in outcome) {
      await fail(claim, version, outcome.failed);
      return 'done';
    }
    const { text, cuts, answered } = outcome;
    // Nobody gave it a title: a page has its own.
    const isUntitled = version.format === 'url' && version.title === (await addresses.find(version.document_id))?.url;
    const title = (isUntitled && outcome.title) || version.title;
    const digest = sha256Hex(text);
    // It was given again as it is.
    if ((await work.digestOf(version.document_id)) === digest) {
      await keep(claim, version, answered);
      return 'done';
    }
    // What an attempt wrote that did not end.
    await removePassages(claim);
    for (let from = 0; from < cuts.length; from += writtenAtOnce) {
      const some = cuts.slice(from, from + writtenAtOnce).map((cut, index) => ({
        ...cut,
        id: newId('psg', clock.now()),
        position: from + index,
        content: text.slice(cut.start, cut.end),
      }));
      await held(claim, (tx) => passages.insert(tx, version, some));
      await sleep(1);
    }
    let refused: string | undefined;
    await held(claim, async (tx) => {
      const used = await documents.usedUnderLock(tx, version.workspace_id);
      const limit = quotas.limits.documentCharacters;
      const twin = await work.sameText(tx, version, digest);
      if (twin !== undefined) refused = sameAs(twin);
      else if (used.characters + text.length > limit)
        refused = `The quota documentCharacters of ${limit} is used up. Delete documents that are not needed.`;
      if (refused !== undefined) return failIn(tx, version, refused);
      await work.setText(tx, version.id, { title, content: text, digest, passages: cuts.length });
      if (answered) await addresses.answered(tx, version.document_id, answered, clock.now());
    });
    return refused === undefined ? 'more' : 'done';
  }

  /** The one moment in which a version takes the place of the one before. */
  const switchTo = (claim: Claim, version: VersionRow) =>
    held(claim, async (tx) => {
      const now = clock.now();
      // Its meaning was computed again, with another model.
      if (version.state === 'current') return work.finish(tx, version.id);
      if (!(await collections.lock(tx, version.collection_id))) return;
      const twin = version.digest === null ? undefined : await work.sameText(tx, version, version.digest);
      if (twin !== undefined) return failIn(tx, version, sameAs(twin));
      if (await work.makeCurrent(tx, version, now, now + removeAfterMs))
        await collections.advance(tx, version.collection_id);
      await tellReady(tx, version, version.passages);
    });

  /**
   * A version has vectors of one model only: others are not compared with its questions. What a node with another model has
   * begun is begun anew, and then not given back before its end: two such nodes would undo each other's work for ever.
   */
  async function embed(claim: Claim, version: VersionRow, signal: AbortSignal): Promise<StepEnd> {
    const began = performance.now();
    const isAnew = version.done > 0 && version.model !== searchModel;
    let done = isAnew ? 0 : version.done;
    while (isAnew || performance.now() - began < turnMs) {
      signal.throwIfAborted();
      if (isAnew) await work.transaction((tx) => work.renew(tx, claim, clock.now()));
      const some = await passages.from(version.id, done, embeddedAtOnce);
      if (some.length === 0) {
        await switchTo(claim, version);
        return 'done';
      }
      const { vectors, pay } = await vectorsOf(version, some, signal);
      const computed: ComputedPassage[] = [];
      // Before the transaction, and with pauses: others are served in between.
      for (const [index, passage] of some.entries()) {
        computed.push({ passage, words: wordsOf(version.title, passage), vector: vectors[index] });
        await nextTurn();
      }
      const next = (some.at(-1)?.position ?? done) + 1;
      await held(claim, async (tx) => {
        await passages.makeSearchable(tx, version, searchModel, computed);
        await work.setDone(tx, version.id, next, searchModel);
        await pay(tx);
      });
      done = next;
    }
    return 'more';
  }

  async function remove(claim: Claim): Promise<StepEnd> {
    await removePassages(claim);
    await held(claim, async (tx) => {
      await work.deleteVersion(tx, claim.versionId);
      await wordScrub.promise(tx);
    });
    return 'done';
  }

  return {
    async step(claim: Claim, signal: AbortSignal): Promise<StepEnd> {
      const version = await work.version(claim.versionId);
      if (!version) return 'done';
      if (claim.phase === 'removing') return remove(claim);
      return claim.phase === 'reading' ? read(claim, version, signal) : embed(claim, version, signal);
    },
    /** False for a version that is searched already: it is tried again later. */
    async giveUp(claim: Claim, reason: string): Promise<boolean> {
      const version = await work.version(claim.versionId);
      if (version?.state !== 'building') return false;
      await fail(claim, version, reason);
      return true;
    },
  };
}
