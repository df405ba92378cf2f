import { strToU8, zipSync } from "fflate"
import { guids, picture } from "./SampleBcf.ts"

const point = (name: string) => `<${name}><X>1e300</X><Y>-0</Y><Z>.5</Z></${name}>`

/** Markup with everything in version 1.0 or 2.0, or of other programs, that later schemas refuse. */
const markup = `<Markup xmlns:a="urn:a">
  <Header><File IfcProject="short" isExternal="yes"><Date>yesterday</Date><a:Size>7</a:Size></File><File/></Header>
  <Topic Guid="${guids.topic.toUpperCase()}" TopicType=" " Unknown="1">
    <ReferenceLink/><ReferenceLink> </ReferenceLink><Title> </Title><Index>7.5</Index><Labels/>
    <CreationDate>16.10.2014</CreationDate><ModifiedDate>2014</ModifiedDate><ModifiedAuthor/>
    <DueDate>2014-10-16</DueDate><AssignedTo/><Description/>
    <BimSnippet SnippetType="" isExternal="1"><Reference/></BimSnippet>
    <DocumentReference><ReferencedDocument>http://example.org/a b</ReferencedDocument></DocumentReference>
    <DocumentReference Guid="none" isExternal="true"/>
    <DocumentReference><DocumentGuid>none</DocumentGuid></DocumentReference>
    <RelatedTopic Guid="none"/><RelatedTopics><RelatedTopic Guid="${guids.other.toUpperCase()}"/></RelatedTopics>
    <a:Sticker Colour="&lt;?&gt;">]]&gt; ?&gt; <b/></a:Sticker>
  </Topic>
  <Comment Guid="${guids.comment}">
    <VerbalStatus>Open</VerbalStatus><Status>Error</Status><Date/><Author/><Comment/>
    <Topic Guid="${guids.topic}"/><ReplyToComment Guid="${guids.other}"/><Viewpoint Guid="none"/>
    <ModifiedAuthor>only</ModifiedAuthor>
  </Comment>
  <Comment Guid="${guids.comment}"><Date>2014-10-16T14:35:29+0200</Date></Comment>
  <Viewpoints Guid="${guids.viewpoint}"><Viewpoint>a.bcfv</Viewpoint><Snapshot>none.png</Snapshot></Viewpoints>
  <Extra/>
</Markup>`

const view = `<VisualizationInfo>
  <Components DefaultVisibilityForSpaces="true">
    <Component IfcGuid="short" Selected="true" Color="red"/><Component Selected="true" Color="#00ff00"/>
  </Components>
  <PerspectiveCamera>${["CameraViewPoint", "CameraDirection", "CameraUpVector"].map(point).join("")}
    <FieldOfView>0.001</FieldOfView><AspectRatio>-1</AspectRatio></PerspectiveCamera>
  <OrthogonalCamera>${["CameraViewPoint", "CameraDirection", "CameraUpVector"].map(point).join("")}
    <ViewToWorldScale>0</ViewToWorldScale></OrthogonalCamera>
  <Lines/><ClippingPlanes/>
  <Bitmap><Bitmap>GIF</Bitmap><Reference>b.gif</Reference>${["Location", "Normal", "Up"].map(point).join("")}</Bitmap>
  <Text>Look</Text>
</VisualizationInfo>`

/** Returns a file with a topic that violates the schemas in as many ways as possible. */
export const oddFile = (): Uint8Array =>
  zipSync({
    "bcf.version": strToU8('<Version VersionId="2.0"/>'),
    [`${guids.topic}/markup.bcf`]: strToU8(markup),
    [`${guids.topic}/a.bcfv`]: strToU8(view),
    [`${guids.topic}/b.gif`]: picture
  })
