/**
 * The list that the words of an address are taken from: 2,048 English words of 4 to 8 letters, sorted, unique in their first
 * four letters, no two of them one letter apart, none of them a word of BIP-39. It never changes.
 */
export const WORDS: readonly string[] =
  /* @__PURE__ */ `abacus abide ablaze aboard abreast abroad abrupt abyss acacia academy accord acorn acrobat acrylic activist acumen
adagio adamant adept adjoin admiral adrift advent aerate aerial affable affirm afloat afresh agate agenda agile
aground airfare airline airmail airship ajar albino alcove alfalfa algae algebra alibi align alkali allegory
allspice almanac almond aloe alpaca alphabet alpine altitude alto alumni amaze amber amethyst amiable amigo ammonia
amnesty ampere amplify amulet anagram anatomy anchovy angelic anise annex annotate anode anomaly antelope anthem
antler anvil anyhow aplomb apogee apparel apron aqua arbiter arcade archive ardent arduous argon argyle aria armada
armchair aroma array arrival artery artisan ascend ascot ashen ashore aspire astride astute atlas atoll atomic atone
atrium attire attune auburn audible aurora avatar avenue aviator avid await awning axial axiom axle azalea azure
babble backbone badger badland baffle bagel baggage bagpipe bakery ballad balsa bandana banish banjo banquet banter
barber baritone barley barnacle barrack basalt baseball bashful basil bassoon bathrobe baton bayou beagle beaker
bearing beckon bedrock beehive beetle beige belfry bellow beneath beryl bevel biceps bidder bifocal bighorn binary
bingo biome biplane birch birdcage biscuit bison bistro blackout blazer bleach blend blimp blinker blister blizzard
bloat blockade bloom blotter blubber bluff boast bobcat bobsled bogus bolster bonanza bonfire bonnet bonsai bookcase
booth borax botany bounty bovine bowling boxcar boxwood bracelet braid bramble brandy bravery brawn brazen breadth
breeches brewery briar brigade brink brisket brittle brocade broiler brook brownie brunch bucket bugle builder
bulging bullion bumper bungalow bunny bunting burlap burrow bushel bustle butcher butler buzzard bygone bypass
cabaret cabinet cacao cadet caffeine calamity calcium calendar callus calorie calypso camel campus canary candle
canine canopy canteen caper capsule caramel cardigan caribou carnival carol carrot cartoon carving cascade cashew
casket cassette cautious cavalry cedar cello centaur ceramic ceremony certify chainsaw chalet chamber channel
chariot chasm chatty cheddar cheetah chemist cherub chess chevron chicory chiffon chipmunk chisel chive chlorine
chomp chorus chrome chutney cicada cider cilantro cinema cipher circus cistern citadel citrus civilian clamor clan
clapper clarinet classic clatter cleaver clemency clergy cliche climate cloak clone closet cloudy clover clumsy
coastal cobalt cobble cobra cobweb cockpit cocoa coincide cola coliseum collar colony comb comet comfy comma compass
comrade conceal condor confetti conga conquer console contest coolant copilot cordial cork cornea corona corridor
corset cosmic costume cottage cougar courier cowboy cowhide cracker crate crayon creamy crescent crewman crib
crimson crinkle crispy critter crocus crooked crossbow crouton crowbar crucible cruiser crumple crunchy cubicle
cuckoo cucumber cuddle culinary cumin cunning cupcake cupid curator curfew curly cursive custard cutlery cyclone
cylinder cypress daffodil dahlia daisy damask dampen dapper darken darling database daybreak daylight dazzle deacon
deadbolt dealer debit decanter decibel deckhand decoy decree dedicate deduce deepen deerskin default deflate deft
delegate delta deluxe demolish denim dense derail descend desktop dessert destiny detach detour devotion dewdrop
diagonal dialect diameter diffuse digest digit dilute dimple diner dinghy diorama diploma disarm disband discus
disguise dislike dispatch distant ditto dive dockyard doctrine dodge dogma domino doodle doorway dormant dosage
dotted doubloon doughnut dowel downhill dozen drainage drape dredge dresser dribble drizzle drone droplet drowsy
drummer dryer drywall duchess duct duffel dugout dulcimer dumpling duplex durable dusk dustpan dweller dwindle
dynasty earache eardrum earlobe earmuff earnest earring earshot earthen easel eastward eatery ebony eclair eclipse
ecstatic eddy edible edict edifice eggnog eggplant eggshell egoism eject elapse elastic elation electron elegy
elevate elfin elixir elongate elope eloquent emblem emerald emissary emperor emphasis empress emulate enamel enchant
encircle encore endear endive endow endure engrave enigma enlarge enormous ensemble ensign entail enthuse entice
entrust envoy enzyme epic epoxy equator equinox erratic escapade escort escrow espresso esteem etching ether
euphoria evacuate evening exam excavate excerpt exclaim exhale expanse expert explore eyelid eyesight fable factory
fading failing fairway falafel falcon falsetto fanfare fanlight faraway farewell farther fasten faucet fauna fawn
fearless feasible feline fennel fern ferret fertile fervent festoon fickle fiddle fidelity fidget fielder fiesta
figment figurine filament fillet finale finch finesse finite fireside firmware fissure fixture fizzy fjord flagship
flake flamingo flannel flapjack flask flatten fleck fleece flexible flicker flint flora flotilla flounder fluent
fluffy fluoride flurry flute flux foamy focal foggy folder foliage folklore fondly font footage forage forceps
forearm forfeit forklift formula fortress fountain foxglove fraction fragrant freckle freedom freight fresco fridge
frigate frill frisky frolic frontier frosty froth frugal fudge fugitive fulcrum fumble furnish fuselage fusion fussy
futon fuzz gaggle galactic gale galley galore gambit gamma gander gangway gardenia garland garnish gastric gateway
gauze gavel gazelle gearbox gecko gelatin gemstone genial genus geode geology geometry geranium gerbil getaway
gherkin giblet giddy gigantic gilded gimmick gingham girder girth gizmo glacier glamour glaze gleam glen glider
glimmer glisten glitter global glossy glowworm glucose golden golfer gondola gopher gorge gourd governor grabber
grade graffiti graham grainy grammar granary graph gravy greenery gremlin griddle griffin grimace grin gripping
gritty grizzly groom grotto grovel guardian guild guinea gulch gullet gumdrop guppy gurgle gusto gutter guzzle
gymnast gypsum gyrate habitat hacksaw haddock hairpin halfway halibut hallmark halo halter halve hamlet hammock
hamper handyman happen hardy harebell harmony harness harp harrow hashtag hatchet hatrack haystack hazel headline
heap heater hectare hedgerow heed hefty helium herald herb heritage heron hesitate hexagon hickory highland hiker
hilltop hinge hippo historic hobnob hoist homage homeland hominy honesty hoof hooray horizon hornet horseman hostess
hotdog hothouse hubbub hulk humdrum humidity hurl hush huskily hyacinth hydrant hyena icebox icicle icing ideology
idiom iffy igloo ignite iguana illusion imagery imbue impala imperial implore inborn incense inchworm incisor
incubate indigo indoors indulge infinity inflate infuse ingot inherent inhibit inkling inkwell inlay inlet inmost
innate inning inscribe insignia insulin intend intrepid inventor invoice ionic iota iris irrigate issuer italic
itemize jackal jade jagged jalapeno jamboree jangle janitor jasmine jaunt javelin jawbone jaybird jazzy jeep jersey
jester jetlag jettison jigsaw jockey jogger joiner jolly jolt jostle journal jovial jowl joyful joystick jubilee
judo juggler juicy jukebox junction juniper junket jupiter jurist justice jute juvenile kaftan karaoke karma kayak
kazoo keel keeper kelp kerosene kestrel ketch kettle keyboard keyhole keynote kickoff kilo kimono kindle kinship
kiosk kipper knack kneecap knitting knob knotty knuckle koala kumquat lacework lacrosse lactose ladle lagoon
lakeside laminate landlord lantern lapel larch lard laser lasso lasting lathe latitude lattice laughter launch
laurel lavender lavish lawmaker lawyer layaway layover lazily leaflet leakage leapfrog learner leash leather leaven
ledge leftover legacy legible legroom legume lemonade lemur lengthy lentil lettuce lever levitate lexicon lifeboat
ligament lilac lilt limber limeade limpet linden lineage linger lining linseed lintel lipstick literacy litmus llama
loaf lobby lobe locale locust lodestar lodger loft logbook logical logo loiter lollipop lonesome longhorn lookout
loophole loosen lopsided lotion lotus louver lovebird lowland lozenge lucid lukewarm lullaby luminous luncheon
lupine lyric macaw machete macro madrigal maestro magazine magenta magician magma magnolia magpie mahogany maiden
mailbox mainland majesty makeup mallet mambo mammoth manatee mandolin mangrove maraca marimba marlin maroon marsh
marvel marzipan mascara mashed mason mastiff matador matchbox matinee mattress maturity maverick maxim maypole
meantime medicine medley meekly melon meltdown memento memoir mender menthol mercury mermaid meteor metric mica
microbe midway mighty migrate mileage military milkmaid mime minaret mineral mingle mink minnow misfit mishap mitten
mocha mockery modem module mohair moisture molasses molecule molten momentum monarch mongoose monogram monsoon
monument moonlit moose moped morale mortar mosaic mossy motel motif mottled mound mouthful movable mower mudslide
muffler mulberry munch mundane muscular mushy musician musket mustang mutate mutton myriad myrtle mystic nacho
narrate narwhal nasal nautical navigate navy nearby nebula necktie nectar needle neon nestle neuron newborn newly
newscast newton nibble nickel nifty ninja nirvana nitrogen nomad nominal noontime northern nostril notary notch
notebook notify nourish novelty novice nozzle nugget nursery nurture nutmeg nutshell nylon oasis oath oatmeal
obelisk oboe occasion oceanic ocelot octave octopus odometer offbeat officer offset ogre oilcloth okra omega omnibus
oncoming onlooker onset onshore onyx oodles opal opener operetta opponent optical oracle orbital ordain ordinal
oregano organist origami oriole ornate osprey outback outcast outfit outgoing outhouse outing outlet outpost
outweigh ovation overlap owlet oxide oxtail pacific package padlock pageant pagoda painting paisley pamphlet pancake
panorama pansy pantry papaya paprika parable parcel pardon parka parquet passage pasta patent pathway patio patron
pavement pavilion pawnshop payback payroll peacock pearl pebble pecan peculiar pedestal pedigree peephole peerless
pegboard pellet pendant penguin pentagon peony perch perfume perky pertain peruse petunia pewter phantom pharmacy
phoenix phonics physics pianist piccolo pilgrim pillar pinball pincer pine pinhole pinnacle pinpoint pinto pinwheel
pipeline piranha piston pitcher pivot pixel pixie pizzeria placid plankton plasma plateau playpen plaza pleasant
plenty pliable pliers plot plumage plural plush plywood poach pocket podcast podium poetry pointer poise poker
polenta polka pollen polo poncho pontoon poplar poppy porous porpoise porridge portal postage potluck poultry pounce
prairie preach prelude premium prestige pretzel prevail prickle prism prodigy profile pronoun propel proton proverb
prowl prudent prune publish puff pulley pulpit pulsar puma pumice punctual pundit purify purple purr pursuit python
quadrant quagmire quail quake qualify quandary quarry quasar queen query quest quibble quiet quill quince quitter
quiver quota racecar racket radial ragtime railroad raincoat raisin rambler ranger rapture rascal ratify rattle
ravine rawhide reaction reappear reboot receipt recliner recoil recruit redeem redwood reef reentry referee refine
reflex refund regal rejoice relay relevant relic remedy remnant renown repaint requiem resin respect restore resume
retail retina retort reverb revival rhino ribcage rickety rind ringlet rinse ripen rivalry rivet roadside roam robin
rocky rodent rogue rolling romper rooftop rosemary roster roundup routine rowboat royalty rudder ruffian rugby
rugged ruler rumba runaway rusty rutabaga safari saffron sailor salary saline saloon salty salvage samba sampler
samurai sandal sanity sapling sarcasm sardine sari sassy satin saturn saucer savanna savings savory sawdust scaffold
scallop scarf scavenge scenery scholar scone scooter scorch scour scrawl screech scribe scroll sculptor scurry
scuttle seabird seafood seagull seahorse seaport seashell seaweed sedan sediment seesaw seltzer semester sensory
sentinel sepia sequoia serenade sesame setback shackle shaggy shallot shampoo shanty shape sharpen shatter shawl
sheep sherbet shilling shindig shipyard shirt shoelace shogun shopper shorten shovel showcase shred shrine shrub
sidecar signpost silage silicon silky simmer sincere sinew sinus sitar sitcom sizzle skater skeleton skewer skiing
skillet skimming skirmish skunk skylark slacks slate sled sleek slipper slither sliver slurp slushy smack smaller
smelt smith smudge snag snail snapper snazzy sneaker snippet snorkel snout snowman snuggle soapy society sofa soften
sojourn solace solemn solitude soluble sombrero sonar soothe soprano sorcerer southern soybean spade spanner sparrow
spatula spear spectrum sphinx spicy spiffy spigot spinach spiral spitfire splash splendid splinter sponge spooky
sporty sprinkle sprout spruce squad squirt stagger stain stamina stanza stapler starch stash static stealth steer
stellar stencil stepson stern sticker stiletto stimulus stingray stirrup stitch stork stowaway straddle stretch
strict strut stucco studio stump stunt sturdy stylus subdue sublime submerge suburb suction suede suffix suitcase
sultan summon sunbeam sundial sunken sunrise superb supper surname surplus sushi suspend swampy swan swatch sweater
swerve swirl swivel swoop sycamore symphony tablet tactful tadpole taffy tailgate takeoff talisman tallow talon
tandem tango tankard tapestry tarot tarragon tartan tavern tawny taxicab teacher teammate teapot teardrop teaspoon
teenage telegram temper tenor tentacle tepid teriyaki terminal terrace tertiary testify textile thatch theorem
therapy thicket thimble thirsty thistle thorn thread thrift thrush tiara tibia tidal tidbit tiebreak tighten tilapia
tiller tinfoil tinsel tintype tipoff tipster tiptoe titan toaster toboggan toffee tolerant tollgate tonsil toolbox
topaz topcoat topiary torso toucan toupee tourism tractor trailer trapeze treacle treble treetop tribute trinket
trio tripod triumph trivia trolley trombone troop trout trowel truffle trundle tuba tubular tugboat tulip tumbler
tundra tuneful tungsten tunic turban turnip turret tussle tutor tuxedo twang tweezers twelfth twig twilight twinkle
twofold tycoon typhoon ultra umpire unbutton uncork unearth unfurl unicycle unify unleash unlike unmask unpack unpin
unravel unroll untangle untie unwind unzip upbeat upfront uphill upkeep uplift upload upright uproot upscale
upstream upward uranium urchin urgency utensil utopia valiant value vanilla variety varsity vase vector vegan veneer
venison veranda verdict verge vernal vest vibrate vigil viking vinegar vinyl violet viper visor vista vitamin viva
volley voltage vortex voucher voyager vulture wafer waiter wakeful walkway wallaby waltz warbler wardrobe warhorse
warmth wasabi washer wattage waxwork wayside wealthy weaver webbing weekday weighty welder western wetland whack
whisker whittle wicker wigwam wildcat willow winery winsome wisteria wombat worthy wrapper wreath wrecker wrench
yank yarn yeast yield yodel yoga yonder yoyo yule zealous zenith zigzag zinc zircon zither zodiac zoning zoology
zucchini`.split(/\s/)

/** SHA-256 of {@link WORDS}, joined by LF with none at the end. */
export const WORDS_SHA256 = '0xf43d771b77eabaef9c550837d7f72e6e0353c209d0b5d7317422590ad70653c2'
