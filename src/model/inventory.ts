/**
 * What was written: the definitions of an inventory and of the files it includes, with the place of every name.
 * Built without judgement (`build.ts`): a field whose value has the wrong type is absent here, since `schema/` has
 * told about it. Nothing here knows which host gets what.
 */
import type { Entry, MapNode, Node, ScalarNode, UnknownNode } from '../syntax/node.js';
import type { Span, Spanned } from '../text/source.js';

/** A name where it is defined or referred to. */
export interface Name extends Span {
  readonly name: string;
}

/** Names that a list refers to, and where each stands, which is found out when it is asked for. */
export interface NameList {
  readonly names: readonly string[];
  /** As many as `names`, in the same order. */
  readonly places: () => readonly Name[];
}

/** One entry of `hosts`; a range in its name stands for many hosts. */
export interface HostDefinition {
  /** Empty where it is missing, which `schema/` has told. */
  readonly name: Name;
  readonly tags: NameList;
  readonly transport: Transport | undefined;
  readonly vars: MapNode | undefined;
}

/** One host, ranges expanded. */
export interface Host {
  readonly name: string;
  readonly definition: HostDefinition;
  /** `ansible_host` of this host where the definition's address is a range. */
  readonly address: string | undefined;
}

/** A string field of a transport as it is emitted: text, or an opaque vault value. */
export type TextNode = Extract<ScalarNode, { value: string }>;

/** Such a field that may also not be known yet. */
export type SettingNode = TextNode | UnknownNode;

export type Transport =
  | ({ readonly type: 'local' } & Span)
  | ({ readonly type: 'ssh'; readonly fields: readonly TransportField[] } & Span)
  | ({
      readonly type: 'plugin';
      readonly connection: SettingNode | undefined;
      readonly options: MapNode | undefined;
    } & Span);

/** A field of an ssh transport, e.g. `port`. */
export interface TransportField extends Span {
  readonly key: string;
  readonly value: Node;
}

export interface Tag extends Name {
  readonly order: number;
  /** False where an order was written that is none: what depends on it must not be judged. */
  readonly orderKnown: boolean;
  readonly includes: readonly Name[];
  readonly services: readonly TagService[];
  readonly vars: MapNode | undefined;
}

export type ServiceState = 'present' | 'absent';

/** A service that a tag gives to its hosts. */
export interface TagService extends Name {
  readonly state: ServiceState;
}

export interface Service extends Name {
  /** Undefined where it is missing or no integer, which `schema/` has told. */
  readonly order: number | undefined;
  readonly orderSpan: Span | undefined;
  /** `file`: where the components are instead. */
  readonly file: Spanned<string> | undefined;
  readonly components: Components;
}

/** The components of a service, in written order, and the file that declares them. */
export interface Components {
  /** Absolute path of the declaring file: the base of template paths. */
  readonly path: string;
  readonly binaries: readonly Binary[];
  readonly configs: readonly Config[];
  readonly processes: readonly Process[];
  /** False where something could not be read (which was told), so that absence means nothing. */
  readonly complete: boolean;
  /** The keys `binaries`, `configs`, `processes` as far as they were written. */
  readonly kinds: readonly Name[];
}

/**
 * The fields of a component whose values are no plain ones: not known yet, or to be seen by nobody. Field → value;
 * `template.inline` for the text of a template. A field that is not known yet is absent otherwise.
 */
export type SpecialFields = ReadonlyMap<string, Node>;

export interface Binary extends Name {
  readonly special: SpecialFields | undefined;
  readonly type: 'rpm' | 'deb' | undefined;
  readonly manager: 'dnf' | 'yum';
  readonly package: Spanned<string> | undefined;
  readonly version: Spanned<string> | undefined;
}

export interface Config extends Name {
  readonly special: SpecialFields | undefined;
  readonly path: Spanned<string> | undefined;
  readonly owner: string | undefined;
  readonly group: string | undefined;
  readonly mode: string | undefined;
  readonly selinux: string | undefined;
  readonly sensitive: boolean;
  readonly template: Template | undefined;
}

export interface Template extends Span {
  readonly file: Spanned<string> | undefined;
  readonly inline: Spanned<string> | undefined;
}

export interface Process extends Name {
  readonly special: SpecialFields | undefined;
  readonly unit: Spanned<string> | undefined;
  readonly state: 'running' | 'stopped';
  readonly enabled: boolean | undefined;
  readonly timeout: Spanned<string> | undefined;
  readonly restartOn: readonly Name[];
  readonly reloadOn: readonly Name[];
  readonly after: readonly Name[];
  readonly unitFile: Config | undefined;
  readonly overrides: readonly Config[];
}

export interface SecretSource extends Name {
  readonly file: Spanned<string> | undefined;
}

/** Another inventory whose exports are used. */
export interface Upstream extends Name {
  /** `source`: its directory, as it is written. */
  readonly directory: Spanned<string> | undefined;
}

/** A value that other inventories may use. */
export interface Export extends Name {
  /** What stands behind `type:`, undefined where the type is to be inferred. */
  readonly type: Node | undefined;
  /** The value; undefined where it is known only once the inventory is applied. */
  readonly value: Node | undefined;
  readonly sensitive: boolean;
}
/** The `state` section: where applied values are kept. */
export type StateDefinition = Span &
  (
    | { readonly type: 'file'; readonly file: Spanned<string> | undefined }
    | {
        readonly type: 's3';
        readonly bucket: Spanned<string>;
        readonly key: Spanned<string>;
        readonly region: string | undefined;
        readonly endpoint: Spanned<string> | undefined;
        readonly pathStyle: boolean | undefined;
        readonly profile: string | undefined;
      }
    | { readonly type: 'terraform'; readonly file: Spanned<string> }
  );

/** The `ansible` section. */
export interface AnsibleOptions {
  readonly serviceGroups: boolean;
  /** Undefined where the output is not to be kept. */
  readonly cache: CacheOptions | undefined;
  /** True to make an expression that errs on a host an error; else it is skipped there. */
  readonly strict: boolean;
  /** Variable → expression, in written order. */
  readonly compose: readonly NamedExpression[];
  /** Group → condition, in written order. */
  readonly groups: readonly NamedExpression[];
  readonly keyedGroups: readonly KeyedGroup[];
  readonly leadingSeparator: boolean;
  /** Whether the groups of tags are called as the tags, or by safe names. */
  readonly groupNames: 'safe' | 'verbatim';
  /** What Ansible gets for a value that is not known yet. */
  readonly unknown: 'undef' | 'error';
}

/** A variable or group as it is named, and the expression that makes it. */
export interface NamedExpression extends Name {
  readonly expression: Spanned<string>;
}

/** An item of `keyed_groups`; the item is the span of the whole. */
export interface KeyedGroup extends Span {
  /** The expression that names the groups. */
  readonly key: Spanned<string>;
  readonly prefix: string;
  readonly separator: string;
  /** A template. */
  readonly parentGroup: Spanned<string> | undefined;
  readonly defaultValue: Spanned<string> | undefined;
  readonly trailingSeparator: boolean;
  /** Where `trailing_separator` is written, if it is. */
  readonly trailingSeparatorSpan: Span | undefined;
}

/** `cache`: for how many seconds the output may be kept; undefined for as long as no file changes. */
export interface CacheOptions {
  readonly timeout: number | undefined;
}

/** The definitions of one file. */
export interface FileDefinitions {
  readonly path: string;
  /** The key `hosts`, undefined if the file has none. */
  readonly hostsKey: Span | undefined;
  readonly hosts: readonly HostDefinition[];
  readonly includes: readonly Spanned<string>[];
  readonly vars: MapNode | undefined;
  readonly tags: readonly Tag[];
  readonly services: readonly Service[];
  readonly secretSources: readonly SecretSource[];
  /** The definitions below `types` and `variables`, as they are written: `types/` reads them. */
  readonly types: readonly Entry[];
  readonly variables: readonly Entry[];
  readonly upstreams: readonly Upstream[];
  readonly exports: readonly Export[];
  /** The key `state` if it is written, and what it holds if that is whole. */
  readonly stateKey: Span | undefined;
  readonly state: StateDefinition | undefined;
  readonly ansible: AnsibleOptions;
}

/** An inventory with all it includes: the first definition of every name. */
export interface Inventory {
  /** Absolute path of the entry file. */
  readonly path: string;
  readonly vars: MapNode | undefined;
  readonly hosts: readonly Host[];
  readonly tags: ReadonlyMap<string, Tag>;
  readonly services: ReadonlyMap<string, Service>;
  readonly secretSources: ReadonlyMap<string, SecretSource>;
  readonly upstreams: readonly Upstream[];
  readonly exports: readonly Export[];
  readonly ansible: AnsibleOptions;
}
